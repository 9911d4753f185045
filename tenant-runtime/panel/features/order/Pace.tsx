import { Button } from '@mantine/core';
import { formatMoney, formatQuantity } from '@ostatok/kit/web/format.ts';
import type { UsagePace } from '@ostatok/tenant-runtime/contract/usage.endpoints.ts';
import { useMutation } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { Link } from 'react-router';
import { api, messageOf } from '../../client/api.ts';
import { useReport } from '../../reports/use-report.ts';
import { itemsInWords } from '../../ui/words.ts';
import classes from './Order.module.css';

type PaceRow = UsagePace['rows'][number];
type Proposed = PaceRow & { proposed: number };

/** A par that differs by less is left as it is. */
const TOLERATED = 0.25;
const SHOWN = 50;

const isProposed = (row: PaceRow): row is Proposed =>
  row.proposed !== null &&
  (row.par === null || Math.abs(row.proposed - row.par) > TOLERATED * Math.max(row.par, row.proposed));

const daysText = (days: number): string => (days === 0 ? 'кончилось' : `хватит на ${days} дн.`);

function useSetPar() {
  return useMutation({
    mutationFn: async (rows: readonly Proposed[]) => {
      for (const { item, proposed } of rows)
        await api.call('PUT /api/items/:id', { params: { id: item.id }, body: { par: proposed } });
    },
    onError: (error) => toast.error(messageOf(error)),
    meta: { invalidates: [['report']] },
  });
}

function ParLine({ row, onSet, isBusy }: { row: Proposed; onSet: () => void; isBusy: boolean }) {
  const { item, weekly, lasts, par, proposed } = row;
  return (
    <tr>
      <td>
        <Link className={classes.name} to={`/?item=${item.id}`}>
          {item.name}
        </Link>
        <span className={classes.under}>
          уходит {formatQuantity(Math.round(weekly * 10) / 10 || weekly, item.unit)} в неделю
          {lasts !== null && ` · ${daysText(lasts)}`}
        </span>
      </td>
      <td className={classes.number}>
        <b className={classes.amount}>{formatQuantity(proposed, item.unit)}</b>
        <span className={classes.under}>{par === null ? 'нормы нет' : `сейчас ${formatQuantity(par)}`}</span>
      </td>
      <td className={classes.number}>
        <Button
          variant="default"
          size="sm"
          loading={isBusy}
          onClick={onSet}
          aria-label={`Поставить норму: ${item.name}`}
        >
          Поставить
        </Button>
      </td>
    </tr>
  );
}

function Pars({ rows, days, soldDays }: { rows: readonly Proposed[]; days: number; soldDays: number }) {
  const set = useSetPar();
  const busy = set.isPending ? new Set(set.variables.map(({ item }) => item.id)) : undefined;
  return (
    <section>
      <h2 className={classes.heading}>Нормы по расходу</h2>
      <p className={classes.totals}>
        По {days} дням{soldDays > 0 && soldDays < days && `, по продажам — за ${soldDays}`}: сколько нужно на полторы
        недели. Заказ считается до нормы.
      </p>
      <table className={classes.table}>
        <tbody>
          {rows.slice(0, SHOWN).map((row) => (
            <ParLine
              key={row.item.id}
              row={row}
              isBusy={busy?.has(row.item.id) ?? false}
              onSet={() => set.mutate([row])}
            />
          ))}
        </tbody>
      </table>
      {rows.length > 1 && (
        <Button
          mt="sm"
          variant="default"
          loading={set.isPending}
          onClick={() => set.mutate(rows, { onSuccess: () => toast.success('Нормы поставлены') })}
        >
          Поставить все: {itemsInWords(rows.length)}
        </Button>
      )}
    </section>
  );
}

function Dead({ rows }: { rows: readonly PaceRow[] }) {
  const worth = rows.reduce((sum, { value }) => sum + (value ?? 0), 0);
  return (
    <section>
      <h2 className={classes.heading}>Лежит без движения</h2>
      <p className={classes.totals}>
        {itemsInWords(rows.length)} на <b>{formatMoney(worth)}</b>: не продаётся и не расходуется
      </p>
      <table className={classes.table}>
        <tbody>
          {rows.slice(0, SHOWN).map(({ item, quantity, value }) => (
            <tr key={item.id}>
              <td>
                <Link className={classes.name} to={`/?item=${item.id}`}>
                  {item.name}
                </Link>
              </td>
              <td className={classes.number}>{formatQuantity(quantity, item.unit)}</td>
              <td className={classes.number}>{value === null ? '—' : formatMoney(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > SHOWN && <p className={classes.totals}>и ещё {itemsInWords(rows.length - SHOWN)}</p>}
    </section>
  );
}

/** What the last six weeks say of pars, and of stock that nobody needs; for administrators. */
export function Pace() {
  const { data } = useReport(['usage', 'pace'], (signal) => api.call('GET /api/usage/pace', { signal }));
  if (!data) return null;
  const proposed = data.rows.filter(isProposed).toSorted((a, b) => (a.lasts ?? 0) - (b.lasts ?? 0));
  const dead = data.rows.filter((row) => row.dead).toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0));
  return (
    <>
      {proposed.length > 0 && <Pars rows={proposed} days={data.days} soldDays={data.sold_days} />}
      {dead.length > 0 && <Dead rows={dead} />}
    </>
  );
}
