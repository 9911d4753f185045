/** Whether sums in roubles mean anything: without any price they would show that nothing is missing. */
export const isPriced = ({ shortage, surplus, withoutCost }: Record<'shortage' | 'surplus' | 'withoutCost', number>) =>
  withoutCost === 0 || shortage !== 0 || surplus !== 0;
