/** How much a word says of a name: the rarer, the more. `names` of `total` names hold it. */
export const rarityOf = (names: number, total: number): number => Math.log(1 + total / Math.max(1, names));
