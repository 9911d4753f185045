import type { Tenant } from '@ostatok/api/contract/tenants.endpoints.ts';
import test from 'ava';
import { comingFewer, fewerWords } from '../../owner-ui/src/lib/coming-fewer.ts';
import { subscriptionOf } from '../support/billing/billing-answers.ts';

/** `keep_rank` is the platform's, in whose order venues keep running. */
const venue = (display_name: string, keep_rank?: number): Tenant => ({
  id: display_name,
  tenant_id: display_name,
  subdomain: display_name.toLowerCase(),
  display_name,
  status: 'active',
  web_url: '',
  bot_state: 'ok',
  bot_username: null,
  max: null,
  created_at: '2026-03-01T10:00:00Z',
  stats: null,
  ...(keep_rank === undefined ? {} : { keep_rank }),
});
const venues = [venue('Юг', 3), venue('Север', 1), venue('Восток', 2)];
const soon = subscriptionOf({
  deferred_plan_id: 2,
  deferred_plan_display_name: 'Стартовый',
  deferred_max_instances: 1,
});
const stay = (tenants: Tenant[], subscription = soon) =>
  comingFewer(subscription, tenants)?.stay.map(({ display_name }) => display_name);

test('those stay that the platform keeps first', (t) => {
  t.deepEqual(stay(venues), ['Север']);
  t.deepEqual(stay(venues, { ...soon, deferred_max_instances: 2 }), ['Север', 'Восток']);
});

test('nothing is to be chosen where no smaller plan comes, or all venues fit into it', (t) => {
  t.is(stay(venues, subscriptionOf()), undefined);
  t.is(stay(venues, { ...soon, deferred_max_instances: 3 }), undefined);
  t.is(stay(venues, { ...soon, status: 'expired' }), undefined);
  t.is(comingFewer(null, venues), null);
});

test('a venue that takes no place is not among them', (t) => {
  t.deepEqual(stay([venue('Север'), venue('Восток', 1), venue('Юг', 2)]), ['Восток']);
  t.is(stay([venue('Север'), venue('Юг', 1)]), undefined);
});

test('one and several are told in their own words', (t) => {
  const [south, north, east] = venues as [Tenant, Tenant, Tenant];
  t.is(
    fewerWords({ stay: [north], stop: [south] }),
    'Продолжит работать «Север». Приостановится «Юг», данные сохраним.',
  );
  t.is(
    fewerWords({ stay: [north, east], stop: [south, east] }),
    'Продолжат работать «Север», «Восток». Приостановятся «Юг», «Восток», данные сохраним.',
  );
});
