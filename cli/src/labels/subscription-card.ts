import { subscriptionStatusLabels } from '@ostatok/api/contract/labels.ts';
import type { SubscriptionUser } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import { day, orNone } from '../output/format.ts';

/** The details of a user's subscription, line by line. */
export const subscriptionCard = (user: SubscriptionUser): [string, string][] => [
  ['Email', user.email],
  ['Тариф', orNone(user.plan_display_name)],
  ['Подписка', user.subscription_status ? subscriptionStatusLabels[user.subscription_status] : '—'],
  [
    'Период',
    `${day(user.current_period_start)} – ${user.current_period_end ? day(user.current_period_end) : 'без срока'}`,
  ],
  ['Осталось дней', orNone(user.days_remaining)],
  ...(user.granted_until ? [['Начислен временно до', day(user.granted_until)] as [string, string]] : []),
  ['Заведений', String(user.tenant_count)],
];
