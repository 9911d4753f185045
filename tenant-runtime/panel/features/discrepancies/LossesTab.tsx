import { formatDelta, formatMoney, plural } from '@ostatok/kit/web/format.ts';
import type { Losses } from '@ostatok/tenant-runtime/contract/reports.endpoints.ts';
import { Link } from 'react-router';
import { reasonLabels } from '../../changes/change-labels.ts';
import { api } from '../../client/api.ts';
import { type DayPeriod, dayPeriods } from '../../reports/day-periods.ts';
import { useReport } from '../../reports/use-report.ts';
import { Choice } from '../../ui/Choice.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { itemsInWords } from '../../ui/words.ts';
import classes from './Discrepancies.module.css';
import losses from './Losses.module.css';

function Totals({ totals }: Pick<Losses, 'totals'>) {
  return (
    <dl className={losses.totals}>
      {totals.map(({ reason, changes, sum, withoutCost }) => (
        <div key={reason}>
          <dt>{reasonLabels[reason]}</dt>
          <dd className={losses.sum}>{formatMoney(sum)}</dd>
          <dd>
            {changes} {plural(changes, ['запись', 'записи', 'записей'])}
            {withoutCost > 0 && ` · без цены: ${itemsInWords(withoutCost)}`}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Rows({ rows }: Pick<Losses, 'rows'>) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Позиция</th>
          <th scope="col">Причина</th>
          <th scope="col" className={classes.number}>
            Сколько
          </th>
          <th scope="col" className={classes.number}>
            В рублях
          </th>
        </tr>
      </thead>
      <tbody className={losses.rows}>
        {rows.map(({ item, reason, quantity, changes, sum }) => (
          <tr key={`${item.id} ${reason}`}>
            <td>
              <Link className={classes.name} to={`/changes?item=${item.id}&reason=${reason}`}>
                {item.name}
              </Link>
              <span className={classes.category}>
                {changes} {plural(changes, ['запись', 'записи', 'записей'])}
              </span>
            </td>
            <td>{reasonLabels[reason]}</td>
            <td className={`${classes.number} ${classes.difference}`}>{formatDelta(quantity, item.unit)}</td>
            <td className={classes.number}>{sum === null ? '—' : formatMoney(sum)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface LossesTabProps {
  period: DayPeriod;
  query: Record<string, string>;
  onPeriod: (period: DayPeriod) => void;
}

/** Shows the stock that went for a reason other than use. */
export function LossesTab({ period, query, onPeriod }: LossesTabProps) {
  const { data, error, refetch } = useReport(['losses', query], (signal) =>
    api.call('GET /api/reports/losses', { query, signal }),
  );
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Choice label="Период" value={period} options={dayPeriods} onChange={onPeriod} />
      {!data && <ListSkeleton />}
      {data && data.rows.length === 0 && (
        <Notice
          title="Списаний за этот период нет"
          text="Запишите расход с причиной: списание, угощение или перемещение"
          fill={1}
        />
      )}
      {data && data.rows.length > 0 && (
        <>
          <Totals totals={data.totals} />
          <Rows rows={data.rows} />
        </>
      )}
    </>
  );
}
