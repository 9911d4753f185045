import { formatMoney } from '@ostatok/kit/web/format.ts';
import type { CountLine } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import classes from './Counts.module.css';

/** Sums money by category, the largest loss first; lines without a price are left out. */
function moneyByCategory(lines: readonly CountLine[]): { name: string; sum: number }[] {
  const sums = new Map<string, number>();
  for (const { item, loss } of lines) if (loss) sums.set(item.category, (sums.get(item.category) ?? 0) + loss);
  return [...sums]
    .map(([name, sum]) => ({ name, sum: Math.round(sum * 100) / 100 }))
    .filter(({ sum }) => sum !== 0)
    .sort((a, b) => a.sum - b.sum);
}

/** Draws bars from a middle line: shortage to the left, surplus to the right. */
export function CategoryChart({ lines }: { lines: readonly CountLine[] }) {
  const sums = moneyByCategory(lines);
  const widest = Math.max(...sums.map(({ sum }) => Math.abs(sum)));
  if (sums.length === 0) return null;
  return (
    <section className={classes.panel}>
      <h2 className={classes.heading}>По категориям</h2>
      <ul className={classes.bars}>
        {sums.map(({ name, sum }) => (
          <li key={name}>
            <span className={classes.barName}>{name || 'Без категории'}</span>
            <span className={classes.track} aria-hidden>
              <span
                className={classes.bar}
                data-sign={Math.sign(sum)}
                style={{ width: `${(Math.abs(sum) / widest) * 50}%` }}
              />
            </span>
            <span className={classes.money}>{formatMoney(sum)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
