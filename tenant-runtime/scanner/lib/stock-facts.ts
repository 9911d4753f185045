import type { StockFacts } from '@ostatok/tenant-runtime/contract/plausibility.ts';
import type { PhoneItem } from './catalogue.ts';

/** What an amount is compared with on the phone: the stock with what waits here, null where it is hidden. */
export const stockFacts = ({ name, unit, par, volume_ml }: PhoneItem, quantity: number | null): StockFacts => ({
  name,
  unit,
  quantity,
  par: par ?? null,
  volume_ml: volume_ml ?? null,
});
