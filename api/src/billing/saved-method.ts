import type { LockedSubscription } from './locked-subscription.ts';
import { findMethod, type MethodRow } from './payments.queries.ts';
import type { PaymentProvider } from './providers/provider.ts';

/** The saved method that is charged; a provider does not know the methods of another one. */
export async function methodOf(
  { provider }: { provider: PaymentProvider['name'] | undefined },
  { trx, sub }: Pick<LockedSubscription, 'trx' | 'sub'>,
): Promise<MethodRow | undefined> {
  const method = sub.payment_method_id ? await findMethod(trx, sub.payment_method_id) : undefined;
  return method && !method.removed_at && method.provider === provider ? method : undefined;
}
