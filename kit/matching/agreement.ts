import type { Features } from './features.ts';

/** Both names have numbers, such as ages, and none of them is the same. */
const OTHER_NUMBERS = -1.5;
/** So much of a name is found where its brand is written in the other alphabet and nothing else is left. */
const LEAST_SAID = 0.6;

/**
 * Tells whether two names cannot be of one product. In a long list the product of the other age stands beside and is
 * likelier; in a short one, such as a bar's, it may be missing.
 */
export const isContradicted = ({ number }: Features): boolean => number <= OTHER_NUMBERS;

/** Tells whether neither name says anything of the product that the other denies or leaves out. */
export const agreesInAll = (features: Features): boolean => {
  const { variant, colour, sweetness, number, volume, strength, kind, said } = features;
  const isWhole = variant >= 0 && colour >= 0 && sweetness >= 0 && number >= 0;
  return isWhole && volume >= 0 && strength >= 0 && kind >= 0 && said >= LEAST_SAID;
};
