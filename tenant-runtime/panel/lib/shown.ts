import { formatQuantity } from '@ostatok/kit/web/format.ts';

/** Instead of a quantity that is kept from a blind counter: never a zero, never a dash, which would say «not known». */
export const HIDDEN = 'скрыто';

/** A quantity of stock as the reader may see it. */
export const formatShown = (value: number | null, unit?: string): string =>
  value === null ? HIDDEN : formatQuantity(value, unit);
