import type { Unit } from '../../contract/items.ts';
import { BOTTLE, type Pack, packsIn } from '../../contract/order-amount.ts';
import { fromThousandths, toThousandths } from '../items/exact.ts';

/** How an item came the last time, as the supplier's document says; nulls where it never came. */
interface LastLine {
  brought_unit: string | null;
  factor: string | null;
  brought: string | null;
  packs: string | null;
  in_pack: string | null;
}

interface Sold extends LastLine {
  unit: Unit;
  volume_ml: number | null;
}

const bottleOf = ({ unit, volume_ml }: Sold): Pack | null =>
  unit === 'л' && volume_ml ? { unit: BOTTLE, size: volume_ml / 1000 } : null;

/** Returns the packs in which an item came the last time, or its bottles; null where its unit is all that is known. */
export function packOf(sold: Sold): Pack | null {
  const { unit, brought_unit, factor, brought, packs, in_pack } = sold;
  const single = factor === null ? 0 : toThousandths(Number(factor));
  const inPack = Number(in_pack ?? 0);
  // a document may say «1 place of 1 piece» of whatever was loose
  if (inPack > 1 && single > 0 && Number(packs) * inPack === Number(brought)) {
    return { unit: 'уп.', size: fromThousandths(Math.round(single * inPack)) };
  }
  const bottle = bottleOf(sold);
  const isOwnUnit = brought_unit === null || single <= 0 || single === 1000;
  if (isOwnUnit || (bottle && toThousandths(bottle.size) === single)) return bottle;
  return { unit: brought_unit === unit ? 'уп.' : brought_unit, size: fromThousandths(single) };
}

interface BelowPar extends Sold {
  quantity: string;
  par: string | null;
  on_order: string;
}

/** Returns the amount that brings the item to its par with what is on order already, in whole packs or pieces. */
export function orderOf(row: BelowPar): { order: number; pack: Pack | null; packs: number | null } {
  const { unit, quantity, par, on_order } = row;
  const missing = Math.max(0, toThousandths(par ?? 0) - toThousandths(quantity) - toThousandths(on_order));
  const pack = packOf(row);
  if (pack) {
    const size = toThousandths(pack.size);
    const order = fromThousandths(Math.ceil(missing / size) * size);
    return { order, pack, packs: packsIn(order, pack) };
  }
  return { order: unit === 'шт' ? Math.ceil(missing / 1000) : fromThousandths(missing), pack: null, packs: null };
}
