import { createReach } from '../../platform/reach.ts';
import { type PaymentProvider, ProviderUnavailable } from './provider.ts';

/** The provider, and since when it has given no answer to any call of this process; undefined while it answers. */
export function followReach(provider: PaymentProvider, now: () => Date) {
  const { follow, awaySince } = createReach((error) => error instanceof ProviderUnavailable, now);
  const { withdraw } = provider;
  const followed: PaymentProvider = {
    name: provider.name,
    create: (order) => follow(provider.create(order)),
    find: (id) => follow(provider.find(id)),
    ...(withdraw && { withdraw: (id: string) => follow(withdraw(id)) }),
    refund: (order) => follow(provider.refund(order)),
    findRefund: (id) => follow(provider.findRefund(id)),
  };
  return { provider: followed, awaySince };
}
