import type { Subscription } from '@ostatok/api/contract/billing.endpoints.ts';
import type { BillingPeriod } from '@ostatok/api/contract/billing.ts';
import { formatMoney, plural, quoted } from '@ostatok/kit/web/format.ts';

const statuses: Record<string, { label: string; color: string }> = {
  active: { label: 'Активна', color: 'teal' },
  past_due: { label: 'Просрочена', color: 'amber' },
  canceled: { label: 'Отменена', color: 'gray' },
  expired: { label: 'Истекла', color: 'red' },
};

/** An unknown status is shown as it came. */
export const statusOf = (status: string): { label: string; color: string } =>
  statuses[status] ?? { label: status, color: 'gray' };

export const periodNames: Record<BillingPeriod, string> = { monthly: 'Помесячно', yearly: 'За год' };
const spans: Record<BillingPeriod, string> = { monthly: 'следующий месяц', yearly: 'следующий год' };

/** Formats «21 декабря 2026», without «г.», whose full stop would double the sentence's own. */
export const formatDay = (at: string | null): string =>
  at
    ? new Date(at).toLocaleDateString('ru-RU', { day: 'numeric', month: 'long', year: 'numeric' }).replace(/\sг\.$/, '')
    : '—';

/** Formats «14:05». */
export const formatTime = (at: string): string =>
  new Date(at).toLocaleTimeString('ru-RU', { hour: '2-digit', minute: '2-digit' });

/** Formats «21 декабря 2026, 14:05». */
export const formatMoment = (at: string): string => `${formatDay(at)}, ${formatTime(at)}`;

export const days = (count: number): string => `${count} ${plural(count, ['день', 'дня', 'дней'])}`;
const hours = (count: number): string => `${count} ${plural(count, ['час', 'часа', 'часов'])}`;

/** Formats «5 дней», or on the last day «7 часов»; null when there is no end. */
export function timeLeft(subscription: Pick<Subscription, 'days_remaining' | 'hours_remaining'>): string | null {
  const { days_remaining, hours_remaining } = subscription;
  if (days_remaining === null) return null;
  if (!hours_remaining) return hours_remaining === 0 ? 'меньше часа' : days(days_remaining);
  return hours(hours_remaining);
}

/** Formats an amount in units of the currency with this ISO code: «1 990 ₽». */
export const formatAmount = (amount: number, currency: string): string =>
  new Intl.NumberFormat('ru-RU', { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' }).format(amount);

function ofRenewal(subscription: Subscription, end: string): string {
  const { next_charge, payment_method, billing_period, deferred_plan_display_name, deferred_billing_period } =
    subscription;
  if (next_charge === null) return `Тариф работает до ${end}. Списаний больше не будет.`;
  const period = spans[deferred_billing_period ?? billing_period];
  const what = deferred_plan_display_name ? `${quoted(deferred_plan_display_name)}, ${period}` : period;
  if (next_charge === 0) return `${end} продлим из остатка на счёте. Списания с карты не будет.`;
  if (!payment_method)
    return `${end} нужно оплатить ${formatMoney(next_charge)} за ${what}. Карта не сохранена, сами мы ничего не спишем.`;
  const card = payment_method.title.replace(/^Карта/, 'карта').replaceAll(' ', '\u00a0');
  return `${end} спишем ${formatMoney(next_charge)} за ${what} (${card}).`;
}

const returning = ({ returns_to }: Subscription): string => (returns_to ? quoted(returns_to) : 'прежний');

/** One sentence about the next payment, its date and purpose, or about what happens instead. */
export function outlook(subscription: Subscription): string {
  const end = formatDay(subscription.current_period_end);
  const { status, past_due_until, granted_until } = subscription;
  if (status === 'expired') return 'Заведения приостановлены, данные целы. Оплатите — и всё заработает сразу.';
  if (status === 'past_due')
    return `Оплатите до ${formatDay(past_due_until)}: пока заведения работают, потом приостановятся.`;
  if (granted_until)
    return `Тариф предоставлен до ${formatDay(granted_until)}, платить за него не нужно. Потом вернётся ${returning(subscription)}.`;
  if (subscription.is_free_plan || !subscription.current_period_end) return 'Платить ничего не нужно.';
  if (status === 'canceled' || !subscription.auto_renew)
    return `Тариф работает до ${end}, потом заведения приостановятся. Больше ничего не спишем.`;
  return ofRenewal(subscription, end);
}
