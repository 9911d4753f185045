import { formatMoney, formatMoneyDelta } from '@ostatok/kit/web/format.ts';
import type { UsageRow } from '@ostatok/tenant-runtime/contract/usage.endpoints.ts';
import { itemsInWords } from '../../ui/words.ts';
import classes from './Usage.module.css';
import { groupedBy, percent, type View } from './usage-rows.ts';

const nameless = { categories: 'Без категории', suppliers: 'Поставщик не известен' };

interface GroupsTableProps {
  rows: readonly UsageRow[];
  view: Exclude<View, 'items'>;
}

export function GroupsTable({ rows, view }: GroupsTableProps) {
  const sums = groupedBy(rows, view);
  const widest = Math.max(...sums.map(({ shortage }) => -shortage), 1);
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{view === 'categories' ? 'Категория' : 'Поставщик'}</th>
          <th scope="col" className={classes.number}>
            Недостача
          </th>
          <th scope="col" className={`${classes.number} ${classes.wide}`}>
            Излишек
          </th>
          <th scope="col" className={classes.number}>
            Продано, по закупке
          </th>
        </tr>
      </thead>
      <tbody>
        {sums.map(({ name, items, shortage, surplus, used }) => (
          <tr key={name}>
            <td>
              <span className={classes.name}>{name || nameless[view]}</span>
              <span className={classes.under}>{itemsInWords(items)}</span>
              <span className={classes.bar} style={{ width: `${(-shortage / widest) * 100}%` }} aria-hidden />
            </td>
            <td className={`${classes.number} ${classes.variance}`} data-sign={Math.sign(shortage)}>
              {formatMoneyDelta(shortage)}
              <span className={classes.under}>{shortage < 0 && percent(shortage / (used - shortage))}</span>
            </td>
            <td className={`${classes.number} ${classes.wide}`}>{formatMoneyDelta(surplus)}</td>
            <td className={classes.number}>{formatMoney(used)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
