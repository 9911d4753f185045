import { formatMoney, formatQuantity } from '@ostatok/kit/web/format.ts';
import type { CountLine } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import { Delta } from '../../ui/Delta.tsx';
import classes from './Counts.module.css';

/** Sorts by the absolute discrepancy in money, the largest first; lines without a price come last. */
export const byMoney = (a: CountLine, b: CountLine): number =>
  Math.abs(b.loss ?? 0) - Math.abs(a.loss ?? 0) || Math.abs(b.difference ?? 0) - Math.abs(a.difference ?? 0);

export function DifferenceList({ lines }: { lines: readonly CountLine[] }) {
  return (
    <ul className={classes.differences}>
      {lines.map(({ item, counted, expected, difference, loss }) => (
        <li key={item.id}>
          <span className={classes.differenceName}>{item.name}</span>
          <span className={classes.dim}>
            {formatQuantity(counted)} вместо {formatQuantity(expected, item.unit)}
          </span>
          <Delta value={difference ?? 0} unit={item.unit} />
          <span className={classes.money}>{loss === null ? '—' : formatMoney(loss)}</span>
        </li>
      ))}
    </ul>
  );
}
