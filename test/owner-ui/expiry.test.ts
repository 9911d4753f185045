import test from 'ava';
import { blocksNewVenues, dismissalKey, expiryWarning, type Subscription } from '../../owner-ui/src/lib/expiry.ts';

const ending = (days_remaining: number, more: Partial<Subscription> = {}): Subscription => ({
  status: 'active',
  days_remaining,
  is_expiring_soon: true,
  is_free_plan: false,
  plan: { name: 'starter', display_name: 'Стартовый' },
  ...more,
});

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
  t.regex(expiryWarning(ending(1))?.text ?? '', /1 день\..*все заведения будут приостановлены/);
  t.notRegex(expiryWarning(ending(2))?.text ?? '', /приостановлены/);
});

test('a lapsed subscription is told of by itself, not as one that will end', (t) => {
  t.is(expiryWarning(ending(0, { status: 'expired' })), null);
  t.is(expiryWarning(ending(0, { status: 'past_due' })), null);
});

test('days take the right form', (t) => {
  t.regex(expiryWarning(ending(3))?.text ?? '', /3 дня/);
  t.regex(expiryWarning(ending(5))?.text ?? '', /5 дней/);
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
