import type { Subscription } from '@ostatok/api/contract/billing.endpoints.ts';
import test from 'ava';
import { outlook } from '../../owner-ui/src/lib/billing-labels.ts';
import { blocksNewVenues, dismissalKey, expiryWarning } from '../../owner-ui/src/lib/expiry.ts';
import { PERIOD_END, subscriptionOf } from '../support/billing/billing-answers.ts';

const ending = (days_remaining: number, more: Partial<Subscription> = {}): Subscription =>
  subscriptionOf({ days_remaining, is_expiring_soon: true, payment_method: null, ...more });
const textOf = (subscription: Subscription): string => (expiryWarning(subscription)?.text ?? '').replaceAll(/\s/g, ' ');

test('a free plan, one that goes on and one with more than a week warn of nothing', (t) => {
  t.is(expiryWarning(ending(2, { is_free_plan: true })), null);
  t.is(expiryWarning(ending(2, { is_expiring_soon: false })), null);
  t.is(expiryWarning(ending(8)), null);
  t.is(expiryWarning(null), null);
});

test('the nearer the end, the louder the warning', (t) => {
  t.deepEqual(
    [7, 4, 3, 2, 1, 0].map((days) => expiryWarning(ending(days))?.level),
    ['medium', 'medium', 'high', 'high', 'critical', 'critical'],
  );
});

test('the last day says that the venues will be suspended', (t) => {
  t.regex(textOf(ending(1)), /1 день\..*все заведения будут приостановлены/);
  t.notRegex(textOf(ending(2)), /приостановлены/);
});

test('the last day is told in hours', (t) => {
  t.regex(textOf(ending(1, { hours_remaining: 5 })), /^До конца подписки 5 часов\./);
  t.regex(textOf(ending(1, { hours_remaining: 1 })), /^До конца подписки 1 час\./);
});

test('a granted plan and a cancelled one are told of as on the page of the subscription, and nobody is asked to prolong them', (t) => {
  const granted = ending(5, { granted_until: PERIOD_END, returns_to: 'Бесплатный', auto_renew: false });
  t.is(textOf(granted), `До конца предоставленного тарифа 5 дней. ${outlook(granted)}`);
  t.notRegex(textOf({ ...granted, days_remaining: 1 }), /приостановлены/);
  const canceled = ending(5, { status: 'canceled', auto_renew: false, next_charge: null });
  t.is(textOf(canceled), `До конца подписки 5 дней. ${outlook(canceled)}`);
  for (const text of [textOf(granted), textOf(canceled)]) t.notRegex(text, /Продлите/);
});

test('a lapsed subscription is told of by itself, not as one that will end', (t) => {
  t.is(expiryWarning(ending(0, { status: 'expired' })), null);
  t.is(expiryWarning(ending(0, { status: 'past_due' })), null);
});

test('days take the right form', (t) => {
  t.regex(textOf(ending(3)), /3 дня/);
  t.regex(textOf(ending(5)), /5 дней/);
});

test('a lapsed subscription blocks new venues', (t) => {
  t.true(blocksNewVenues(ending(0, { status: 'expired' })));
  t.true(blocksNewVenues(ending(0, { status: 'past_due' })));
  t.false(blocksNewVenues(ending(5)));
  t.false(blocksNewVenues(null));
});

test('a dismissal is good for its day', (t) => {
  t.not(dismissalKey(new Date(2026, 10, 21)), dismissalKey(new Date(2026, 10, 22)));
});
