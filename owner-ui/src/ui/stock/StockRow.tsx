import { formatDelta, formatQuantity } from '@ostatok/kit/web/format.ts';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import classes from './StockRow.module.css';
import type { StockLine } from './scene.ts';

/** One item as the tenant's panel shows it: level, name and quantity; highlighted just after a change. */
export function StockRow({ line }: { line: StockLine }) {
  return (
    // A new quantity gets a new key, so that each change restarts the highlight.
    <li className={classes.row} data-changed={line.delta !== undefined || undefined}>
      <Mark size={32} fill={line.quantity / line.par} />
      <div className={classes.name}>
        <div>{line.name}</div>
        <div className={classes.category}>{line.category}</div>
      </div>
      {line.delta !== undefined && <span className={classes.delta}>{formatDelta(line.delta)}</span>}
      <span className={classes.quantity}>{formatQuantity(line.quantity, line.unit)}</span>
    </li>
  );
}
