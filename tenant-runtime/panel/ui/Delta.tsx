import { formatDelta } from '@ostatok/kit/web/format.ts';
import { HIDDEN } from '../lib/shown.ts';
import classes from './Delta.module.css';

/**
 * By how much, with its sign and unit; less is told from more by the sign, the colour only helps. null: kept from a
 * blind counter.
 */
export function Delta({ value, unit, className = '' }: { value: number | null; unit: string; className?: string }) {
  return (
    <span className={`${classes.delta} ${className}`} data-sign={Math.sign(value ?? 0)}>
      {value === null ? HIDDEN : formatDelta(value, unit)}
    </span>
  );
}
