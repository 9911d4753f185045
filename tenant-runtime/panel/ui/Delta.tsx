import { formatDelta } from '@ostatok/kit/web/format.ts';
import classes from './Delta.module.css';

/** By how much, with its sign and unit; less is told from more by the sign, the colour only helps. */
export function Delta({ value, unit, className = '' }: { value: number; unit: string; className?: string }) {
  return (
    <span className={`${classes.delta} ${className}`} data-sign={Math.sign(value)}>
      {formatDelta(value, unit)}
    </span>
  );
}
