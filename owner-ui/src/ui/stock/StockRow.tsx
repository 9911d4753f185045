import { formatDelta, formatQuantity } from '@ostatok/kit/web/format.ts';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import classes from './StockRow.module.css';
import type { StockLine } from './scene.ts';

/** One position as the venue's panel shows it: the level, the name, the quantity; warm while it has just changed. */
export function StockRow({ line }: { line: StockLine }) {
  return (
    // a new quantity is a new row to the animation, so that each change warms it again
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
