import type { Subscription } from '@ostatok/api/contract/billing.endpoints.ts';
import { outlook, timeLeft } from './billing-labels.ts';

interface ExpiryWarning {
  level: 'critical' | 'high' | 'medium';
  text: string;
}

const WARN_FROM_DAYS = 7;

/**
 * Says what happens at the end, in the words of the subscription page; on the last day it names the worst consequence.
 */
function whatFollows(subscription: Subscription, level: ExpiryWarning['level']): string {
  const stops = !subscription.granted_until;
  return level === 'critical' && stops
    ? `После этого все заведения будут приостановлены. ${outlook(subscription)}`
    : outlook(subscription);
}

/** The warning for a subscription that ends within a week; null for a free one or one that renews. */
export function expiryWarning(subscription: Subscription | null | undefined): ExpiryWarning | null {
  if (!subscription || subscription.is_free_plan || !subscription.is_expiring_soon) return null;
  const remaining = subscription.days_remaining;
  if (remaining === null || remaining > WARN_FROM_DAYS || blocksNewVenues(subscription)) return null;
  const level = remaining <= 1 ? 'critical' : remaining <= 3 ? 'high' : 'medium';
  const what = subscription.granted_until ? 'предоставленного тарифа' : 'подписки';
  return { level, text: `До конца ${what} ${timeLeft(subscription)}. ${whatFollows(subscription, level)}` };
}

export const blocksNewVenues = (subscription: Pick<Subscription, 'status'> | null | undefined): boolean =>
  subscription?.status === 'expired' || subscription?.status === 'past_due';

/** The session storage key of a dismissal, which lasts for the rest of the day. */
export const dismissalKey = (now: Date): string => `expiry-dismissed ${now.toLocaleDateString('sv-SE')}`;
