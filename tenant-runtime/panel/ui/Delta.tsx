import { formatDelta } from '@ostatok/kit/web/format.ts';
import classes from './Delta.module.css';
import { HIDDEN } from './shown.ts';

/**
 * A signed quantity with its unit; the sign tells less from more, and the colour only helps. null is hidden by a blind
 * count.
 */
export function Delta({ value, unit, className = '' }: { value: number | null; unit: string; className?: string }) {
  return (
    <span className={`${classes.delta} ${className}`} data-sign={Math.sign(value ?? 0)}>
      {value === null ? HIDDEN : formatDelta(value, unit)}
    </span>
  );
}
