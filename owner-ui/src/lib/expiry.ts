import { plural } from '@ostatok/kit/web/format.ts';

export interface Subscription {
  status: 'active' | 'past_due' | 'canceled' | 'expired';
  days_remaining: number | null;
  is_expiring_soon: boolean;
  is_free_plan: boolean;
  plan: { name: string; display_name: string };
}

export interface ExpiryWarning {
  level: 'critical' | 'high' | 'medium';
  text: string;
}

const WARN_FROM_DAYS = 7;

/** What to say of a subscription that runs out within a week; nothing of a free one or one that goes on. */
export function expiryWarning(subscription: Subscription | null | undefined): ExpiryWarning | null {
  if (!subscription || subscription.is_free_plan || !subscription.is_expiring_soon) return null;
  const days = subscription.days_remaining;
  if (days === null || days > WARN_FROM_DAYS) return null;
  const left =
    days <= 0 ? 'Подписка закончится сегодня' : `До конца подписки ${days} ${plural(days, ['день', 'дня', 'дней'])}`;
  if (days <= 1) return { level: 'critical', text: `${left}. После этого все заведения будут приостановлены.` };
  return { level: days <= 3 ? 'high' : 'medium', text: `${left}. Продлите её, чтобы работать без перерыва.` };
}

export const blocksNewVenues = (subscription: Subscription | null | undefined): boolean =>
  subscription?.status === 'expired' || subscription?.status === 'past_due';

/** The key under which a dismissal is kept for the rest of the day, in this session. */
export const dismissalKey = (now: Date): string => `expiry-dismissed ${now.toLocaleDateString('sv-SE')}`;
