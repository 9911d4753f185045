import { formatQuantity } from '@ostatok/kit/web/format.ts';

/** Shown for a quantity hidden by a blind count. A zero or a dash would be wrong: a dash means «not known». */
export const HIDDEN = 'скрыто';

/** Formats a quantity, or `HIDDEN` when it is hidden from the user. */
export const formatShown = (value: number | null, unit?: string): string =>
  value === null ? HIDDEN : formatQuantity(value, unit);

interface Gross {
  grossWeightG?: number | undefined;
  /** The grams of what stood on the bottle, which the gross weight includes. */
  presetTareG?: number | undefined;
}

/** Formats «777 г», or «777 г, насадка 32 г». */
export const grossText = ({ grossWeightG, presetTareG }: Gross): string =>
  formatQuantity(grossWeightG, 'г') + (presetTareG ? `, насадка ${formatQuantity(presetTareG, 'г')}` : '');
