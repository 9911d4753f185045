export const LITRE_ML = 1000;

/** Volumes that differ by more are of different bottles. */
const SAME_SHARE = 0.02;

/** Whether a bottle may be the item's; one whose item has no volume may. */
export const isSameVolume = (millilitres: number, ofItem: number | null): boolean =>
  !ofItem || Math.abs(millilitres / ofItem - 1) <= SAME_SHARE;
