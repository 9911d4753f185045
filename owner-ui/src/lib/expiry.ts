import type { Subscription as FullSubscription } from '@ostatok/api/contract/billing.ts';
import { plural } from '@ostatok/kit/web/format.ts';

export type Subscription = Pick<FullSubscription, 'status' | 'days_remaining' | 'is_expiring_soon' | 'is_free_plan'> & {
  plan: Pick<FullSubscription['plan'], 'name' | 'display_name'>;
};

interface ExpiryWarning {
  level: 'critical' | 'high' | 'medium';
  text: string;
}

const WARN_FROM_DAYS = 7;

export const days = (count: number): string => `${count} ${plural(count, ['день', 'дня', 'дней'])}`;

/** What to say of a subscription that runs out within a week; nothing of a free one or one that goes on. */
export function expiryWarning(subscription: Subscription | null | undefined): ExpiryWarning | null {
  if (!subscription || subscription.is_free_plan || !subscription.is_expiring_soon) return null;
  const remaining = subscription.days_remaining;
  if (remaining === null || remaining > WARN_FROM_DAYS || blocksNewVenues(subscription)) return null;
  const left = remaining <= 0 ? 'Подписка закончится сегодня' : `До конца подписки ${days(remaining)}`;
  if (remaining <= 1) return { level: 'critical', text: `${left}. После этого все заведения будут приостановлены.` };
  return { level: remaining <= 3 ? 'high' : 'medium', text: `${left}. Продлите её, чтобы работать без перерыва.` };
}

export const blocksNewVenues = (subscription: Pick<Subscription, 'status'> | null | undefined): boolean =>
  subscription?.status === 'expired' || subscription?.status === 'past_due';

/** The key under which a dismissal is kept for the rest of the day, in this session. */
export const dismissalKey = (now: Date): string => `expiry-dismissed ${now.toLocaleDateString('sv-SE')}`;
