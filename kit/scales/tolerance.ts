interface Shown {
  weightG: number;
  stepG?: number | undefined;
}

/** How much a reading may change without anything having been moved. */
export const toleranceOf = ({ stepG = 0 }: Pick<Shown, 'stepG'>): number => Math.max(2, 1.5 * stepG);

/** Tells whether the display shows less than nothing, as when a glass is lifted that was on the scale while it was zeroed. */
export const isBelowZero = (reading: Shown): boolean => reading.weightG < -toleranceOf(reading);
