import type { Shop } from '../../api/billing/owner.ts';

export const endOf = async (shop: Shop): Promise<Date> => new Date((await shop.subscription()).current_period_end ?? 0);
export const toEnd = async (shop: Shop, past = 0): Promise<void> => {
  shop.clock.set(new Date((await endOf(shop)).getTime() + past).toISOString());
  await shop.billing.runDue();
};
export const lettersOf = (shop: Shop): string[] => shop.letters.map(({ letter }) => letter);
