import type { SubscriptionStatus } from '@ostatok/api/contract/billing.ts';
import { subscriptionStatusLabels } from '@ostatok/api/contract/labels.ts';
import type { SubscriptionHistoryEntry, SubscriptionUser } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import { plural } from '@ostatok/kit/web/format.ts';

export const statusText = (status: SubscriptionStatus | null): string =>
  status ? subscriptionStatusLabels[status] : 'Нет подписки';

export const kinds: Record<SubscriptionHistoryEntry['kind'], string> = {
  free: 'Бесплатный',
  purchase: 'Покупка',
  upgrade: 'Смена тарифа',
  renewal: 'Продление',
  grant: 'Временный',
  administrator: 'Администратор',
};

const shortNames: Record<string, string> = { starter: 'Старт', professional: 'Профи', corporate: 'Корп' };

/** Short names of the three named plans, for the statistics. */
export const shortPlanName = ({ plan_name, display_name }: { plan_name: string; display_name: string }): string =>
  shortNames[plan_name] ?? display_name;

const DAY_MS = 86_400_000;

/** Counts a started day as a whole one. */
export const daysLeft = (end: string | null, now = Date.now()): number | null =>
  end === null ? null : Math.max(0, Math.ceil((Date.parse(end) - now) / DAY_MS));

export const daysText = (days: number): string =>
  `${days.toLocaleString('ru-RU')} ${plural(days, ['день', 'дня', 'дней'])}`;

export function remainingText({ current_period_end }: SubscriptionUser): string {
  const days = daysLeft(current_period_end);
  return days === null ? 'Без срока' : daysText(days);
}
