import type { Tenant } from '@ostatok/api/contract/provision.ts';
import test from 'ava';
import { comingFewer, fewerWords } from '../../owner-ui/src/lib/coming-fewer.ts';
import { subscriptionOf } from '../support/billing-answers.ts';

const venue = (display_name: string, day: number, more: Partial<Tenant> = {}): Tenant => ({
  id: display_name,
  tenant_id: display_name,
  subdomain: display_name.toLowerCase(),
  display_name,
  status: 'active',
  web_url: '',
  bot_state: 'ok',
  bot_username: null,
  created_at: `2026-03-0${day}T10:00:00Z`,
  stats: null,
  ...more,
});
const venues = [venue('Юг', 3), venue('Север', 1), venue('Восток', 2)];
const soon = subscriptionOf({
  deferred_plan_id: 2,
  deferred_plan_display_name: 'Стартовый',
  deferred_max_instances: 1,
});
const stay = (tenants: Tenant[], subscription = soon) =>
  comingFewer(subscription, tenants)?.stay.map(({ display_name }) => display_name);

test('the oldest venue stays, unless the owner has chosen another', (t) => {
  t.deepEqual(stay(venues), ['Север']);
  t.deepEqual(stay(venues.map((one) => (one.id === 'Юг' ? { ...one, kept_first: true } : one))), ['Юг']);
  t.deepEqual(stay(venues, { ...soon, deferred_max_instances: 2 }), ['Север', 'Восток']);
});

test('nothing is to be chosen where no smaller plan comes, or all venues fit into it', (t) => {
  t.is(stay(venues, subscriptionOf()), undefined);
  t.is(stay(venues, { ...soon, deferred_max_instances: 3 }), undefined);
  t.is(stay(venues, { ...soon, status: 'expired' }), undefined);
  t.is(comingFewer(null, venues), null);
});

test('a venue that an administrator has suspended, or that is deleted, takes no place', (t) => {
  const held = venue('Север', 1, { status: 'suspended', suspended_by: 'administrator' });
  t.deepEqual(stay([held, venue('Восток', 2), venue('Юг', 3)]), ['Восток']);
  t.is(stay([held, venue('Запад', 2, { status: 'deleted' }), venue('Юг', 3)]), undefined);
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
