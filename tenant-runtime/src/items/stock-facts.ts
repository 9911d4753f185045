import type { StockFacts } from '../../contract/plausibility.ts';
import type { ViewRow } from './item-view.ts';

/** Returns the facts that an amount is compared with, without the stock for a user who must not learn it. */
export const stockFacts = ({ name, unit, quantity, par, volume_ml }: ViewRow, isHidden: boolean): StockFacts => ({
  name,
  unit,
  quantity: isHidden ? null : Number(quantity),
  par: par === null ? null : Number(par),
  volume_ml,
});
