/** Whether sums in roubles say anything: without any price they would tell that nothing is missing. */
export const isPriced = ({ shortage, surplus, withoutCost }: Record<'shortage' | 'surplus' | 'withoutCost', number>) =>
  withoutCost === 0 || shortage !== 0 || surplus !== 0;
