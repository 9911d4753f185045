import { type PaymentProvider, ProviderUnavailable } from './provider.ts';

/** A single call may fail by chance. */
const AWAY_AFTER = 2;
/** Longer than the pauses between the questions about a payment that is an hour old. */
const REMEMBERED_MS = 30 * 60_000;

/** The provider, and since when it has given no answer to any call of this process; undefined while it answers. */
export function followReach(provider: PaymentProvider, now: () => Date) {
  let unanswered = 0;
  let since: Date | undefined;
  let lastAt = 0;

  async function follow<T>(call: Promise<T>): Promise<T> {
    try {
      const answer = await call;
      unanswered = 0;
      since = undefined;
      return answer;
    } catch (error) {
      const isAway = error instanceof ProviderUnavailable;
      unanswered = isAway ? unanswered + 1 : 0;
      since = isAway ? (since ?? now()) : undefined;
      lastAt = now().getTime();
      throw error;
    }
  }

  const { withdraw } = provider;
  const followed: PaymentProvider = {
    name: provider.name,
    create: (order) => follow(provider.create(order)),
    find: (id) => follow(provider.find(id)),
    ...(withdraw && { withdraw: (id: string) => follow(withdraw(id)) }),
    refund: (order) => follow(provider.refund(order)),
    findRefund: (id) => follow(provider.findRefund(id)),
  };
  return {
    provider: followed,
    awaySince: (): Date | undefined =>
      unanswered >= AWAY_AFTER && Math.abs(now().getTime() - lastAt) < REMEMBERED_MS ? since : undefined,
  };
}
