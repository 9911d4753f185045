import type { StockFacts } from '@ostatok/tenant-runtime/contract/plausibility.ts';
import type { PhoneItem } from '../offline/catalogue.ts';

/**
 * The facts for checking an amount's plausibility on the phone; `quantity` includes queued changes and is null when
 * hidden.
 */
export const stockFacts = ({ name, unit, par, volume_ml }: PhoneItem, quantity: number | null): StockFacts => ({
  name,
  unit,
  quantity,
  par: par ?? null,
  volume_ml: volume_ml ?? null,
});
