import test from 'ava';
import {
  activityOf,
  clock,
  enforce,
  isShut,
  leave,
  look,
  ownerOf,
  pay,
  planId,
  platform,
  put,
  setUpEnforcement,
  shown,
  signInAgain,
  state,
} from '../../support/billing/enforcement.ts';
import { DAY } from '../../support/platform/api.ts';
import { callVenue, newOwner, newVenue, type TestOwner, type TestVenue } from '../../support/platform/platform.ts';
import { until } from '../../support/run/until.ts';

setUpEnforcement();

test.serial(
  'after a downgrade the newest stop; after an upgrade or a deletion the oldest of them come back',
  async (t) => {
    const { owner, venues } = await ownerOf(3);
    const [first, second, third] = venues as [TestVenue, TestVenue, TestVenue];

    await leave(owner, 'starter');
    await enforce(owner);
    t.deepEqual(await shown(owner), ['active', 'suspended by billing', 'suspended by billing']);
    t.is((await look(first)).status, 200);
    await isShut(t, third);

    await owner.call('DELETE', `/api/provision/tenant/${first.id}`);
    t.deepEqual(await shown(owner), ['active', 'suspended by billing']);
    t.is((await look(second)).status, 200);

    await leave(owner, 'professional');
    await enforce(owner);
    t.deepEqual(await shown(owner), ['active', 'active']);
  },
);

test.serial('after a downgrade the owner chooses which venue stays, of their own ones', async (t) => {
  const { owner, venues } = await ownerOf(3);
  const [first, second, third] = venues as [TestVenue, TestVenue, TestVenue];
  const stranger = await ownerOf(1);
  await leave(owner, 'starter');
  await enforce(owner);
  const choose = (who: TestOwner, ...chosen: { id: string }[]) =>
    who.call('PUT', '/api/provision/kept-tenants', { tenantIds: chosen.map(({ id }) => id) });

  t.is((await choose(owner, third)).status, 200);
  t.deepEqual(await shown(owner), ['suspended by billing', 'suspended by billing', 'active']);
  t.is((await look(third)).status, 200);
  await isShut(t, first);

  t.is((await choose(stranger.owner, second)).status, 404);
  t.is((await choose(owner, second, stranger.venues[0] as TestVenue)).status, 404);
  t.is((await choose(owner)).status, 400);
  t.deepEqual(await shown(owner), ['suspended by billing', 'suspended by billing', 'active']);

  await Promise.all([choose(owner, first), choose(owner, second)]);
  t.is((await shown(owner)).filter((one) => one === 'active').length, 1);
  await leave(owner, 'professional');
  await enforce(owner);
  t.deepEqual(await shown(owner), ['active', 'active', 'active']);
});

test.serial('which venue stays may be chosen before the downgrade, and holds when it comes', async (t) => {
  const { owner, venues } = await ownerOf(3);
  const [first, second, third] = venues as [TestVenue, TestVenue, TestVenue];
  await platform
    .db('subscriptions')
    .where({ user_id: owner.userId })
    .update({ deferred_plan_id: await planId('starter'), deferred_billing_period: 'monthly' });
  const { subscription } = (await owner.call('GET', '/api/billing/subscription')).body;
  t.like(subscription, { plan: { max_instances: 3 }, deferred_plan_name: 'starter', deferred_max_instances: 1 });

  await owner.call('PUT', '/api/provision/kept-tenants', { tenantIds: [second.id] });
  t.deepEqual(await shown(owner), ['active', 'active', 'active']);
  const { tenants } = (await owner.call('GET', '/api/provision/my-tenants')).body;
  const ranks = new Map(tenants.map((one: { id: string; keep_rank?: number }) => [one.id, one.keep_rank]));
  t.deepEqual(
    [second, first, third].map(({ id }) => ranks.get(id)),
    [1, 2, 3],
  );

  await leave(owner, 'starter');
  await enforce(owner);
  t.is((await look(second)).status, 200);
  for (const one of [first, third]) await isShut(t, one);
});

test.serial('what an administrator has suspended stays so through expiry and payment', async (t) => {
  const { owner, venues } = await ownerOf(2);
  const [held, other] = venues as [TestVenue, TestVenue];
  t.like(await put(held, 'suspended'), { status: 200, body: { status: 'suspended' } });
  t.deepEqual(await shown(owner), ['suspended by administrator', 'active']);
  const { tenants } = (await owner.call('GET', '/api/provision/my-tenants')).body;
  t.is(tenants.find(({ id }: { id: string }) => id === held.id).keep_rank, undefined, 'it takes no place');
  t.is(tenants.find(({ id }: { id: string }) => id === other.id).keep_rank, 1);
  t.regex((await look(held)).body.error, /решил сервис/);

  await leave(owner, 'professional', 'expired');
  await enforce(owner);
  t.deepEqual(await shown(owner), ['suspended by administrator', 'suspended by billing']);
  t.like(await put(other, 'active'), { status: 409, body: { code: 'suspended_by_billing' } });

  await leave(owner, 'professional');
  await enforce(owner);
  t.deepEqual(await shown(owner), ['suspended by administrator', 'active']);
  t.like(await put(held, 'active'), { status: 200, body: { status: 'active' } });
  t.is((await look(held)).status, 200);
});

test.serial(
  'an administrator may hold a venue that billing has stopped, and lift that only as far as is paid',
  async (t) => {
    const { owner, venues } = await ownerOf(1);
    const [venue] = venues as [TestVenue];
    await leave(owner, 'professional', 'expired');
    await enforce(owner);

    await put(venue, 'suspended');
    t.deepEqual(await shown(owner), ['suspended by administrator']);
    await leave(owner, 'professional');
    await enforce(owner);
    t.deepEqual(await shown(owner), ['suspended by administrator'], 'payment alone does not lift it');

    await leave(owner, 'professional', 'expired');
    t.like(await put(venue, 'active'), { status: 200, body: { status: 'suspended' } });
    t.deepEqual(await shown(owner), ['suspended by billing']);
  },
);

test.serial(
  'what a crash cut short the periodic repair finishes: rows not written, processes not stopped',
  async (t) => {
    const [unwritten, running] = await Promise.all([ownerOf(1), ownerOf(1)]);
    await leave(unwritten.owner, 'professional', 'expired');
    await leave(running.owner, 'professional', 'expired');
    await platform
      .db('tenants')
      .where({ owner_id: running.owner.userId })
      .update({ status: 'suspended', suspended_by: 'billing', suspended_at: clock.now() });
    t.is(await state(running.venues[0] as TestVenue), 'running');

    await platform.venues.enforcement.enforceAll();

    for (const { owner, venues } of [unwritten, running]) {
      t.deepEqual(await shown(owner), ['suspended by billing']);
      t.is(await state(venues[0] as TestVenue), 'asleep');
    }
  },
);

test.serial('a venue that another process has suspended is stopped where it runs', async (t) => {
  const { venues } = await ownerOf(1);
  const [venue] = venues as [TestVenue];
  await platform.db('tenants').where({ id: venue.id }).update({ status: 'suspended', suspended_by: 'billing' });

  t.true((await platform.venues.runtime.stopClosed()).includes(venue.id));

  t.is(await state(venue), 'asleep');
});

test.serial('many enforcements at once do each thing once', async (t) => {
  const { owner, venues } = await ownerOf(2);
  await leave(owner, 'professional', 'expired');
  await Promise.all(Array.from({ length: 8 }, () => enforce(owner)));
  t.deepEqual(await shown(owner), ['suspended by billing', 'suspended by billing']);

  await leave(owner, 'professional');
  await Promise.all(Array.from({ length: 8 }, () => enforce(owner)));

  t.deepEqual(await shown(owner), ['active', 'active']);
  for (const venue of venues) {
    t.is(await activityOf(venue, 'tenant.suspended'), 1);
    t.is(await activityOf(venue, 'tenant.active'), 1);
    t.is((await look(venue)).status, 200);
  }
});

test.serial('a venue asked for just while it is suspended does not stay up', async (t) => {
  const { owner, venues } = await ownerOf(1);
  const [venue] = venues as [TestVenue];
  await platform.venues.runtime.stop(venue.id);
  await leave(owner, 'professional', 'expired');

  await Promise.all([...Array.from({ length: 5 }, () => look(venue)), enforce(owner)]);
  await until(async () => (await look(venue)).status === 403, 'the notice');

  t.is(await state(venue), 'asleep');
});

test.serial('a running venue works by the new number of users after the plan has changed', async (t) => {
  const { owner, venues } = await ownerOf(1, 'free');
  const [venue] = venues as [TestVenue];
  const join = (username: string) => venue.call('POST', '/api/users', { username });
  t.is((await join('anna')).status, 201);
  t.is((await join('boris')).body.code, 'user_limit');

  await leave(owner, 'starter');
  await enforce(owner);

  t.is((await join('boris')).status, 201);
  const before = (await platform.venues.host.list()).find(({ id }) => id === venue.id)?.startedAt;
  await enforce(owner);
  t.is((await platform.venues.host.list()).find(({ id }) => id === venue.id)?.startedAt, before, 'not again');
});

test.serial(
  'the bot of a suspended venue goes on being heard, and the venue works at once after payment',
  async (t) => {
    const { owner, venues } = await ownerOf(1);
    const [venue] = venues as [TestVenue];
    await venue.call('POST', '/api/items', { name: 'Джемесон', unit: 'л', quantity: 1 });
    await leave(owner, 'professional', 'expired');
    await enforce(owner);
    const leases = () => platform.db('bot_leases').where({ tenant_id: venue.id });
    await until(async () => (await look(venue)).status === 403, 'the notice');
    t.is((await leases()).length, 1);

    await leave(owner, 'professional');
    await enforce(owner);

    await until(async () => (await look(venue)).status === 200, 'it works again');
  },
);

test.serial('the work that the clock brings ran at the start, and the metrics tell how it went', async (t) => {
  const jobs = ['billing-due', 'billing-reconcile', 'billing-refunds', 'standing', 'erasures'];
  const purges = ['venue-purge', 'account-purge', 'log-purge'];
  const metrics = async (): Promise<string> => (await fetch(`${platform.url}/metrics`)).text();
  const went = (text: string, job: string, outcome: string): number =>
    Number(new RegExp(`ostatok_job_runs_total\\{name="${job}",outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1]);
  const all = [...jobs, ...purges];

  await until(async () => {
    const text = await metrics();
    return all.every((job) => went(text, job, 'succeeded') > 0);
  }, 'every job to have run');

  const text = await metrics();
  for (const job of all) t.is(went(text, job, 'failed'), 0, job);
});

test.serial('paid, expired, paid again: the venue stops with a notice and answers again at once', async (t) => {
  const paying = await newOwner(platform, 'free');
  await platform.db('users').where({ id: paying.userId }).update({ email_verified: true });
  await pay(paying, 'starter');
  const venue = await newVenue(platform, paying);
  await venue.call('POST', '/api/items', { name: 'Ром', unit: 'л', quantity: 1.5 });
  t.is((await paying.call('POST', '/api/billing/cancel-subscription')).status, 200);

  clock.pass(32 * DAY);
  await platform.accounts.billing.runDue();

  await isShut(t, venue);
  const page = await callVenue(platform, venue.subdomain, 'GET', '/', { headers: { accept: 'text/html' } });
  t.is(page.status, 403);
  t.regex(page.body, /<h1>Заведение приостановлено<\/h1><p>Данные сохранены. Скажите владельцу/);
  t.true(page.body.includes(`href="${platform.addresses.publicUrl}/dashboard"`));
  const owner = await signInAgain(paying);
  t.deepEqual(await shown(owner), ['suspended by billing']);
  for (const action of ['restart', 'reset-password']) {
    t.is((await owner.call('POST', `/api/provision/tenant/${venue.id}/${action}`)).body.code, 'tenant_not_active');
  }
  t.false((await owner.call('GET', '/api/provision/can-create')).body.canCreate);
  t.is((await platform.db('mails').where({ recipient: owner.email, template: 'suspended' })).length, 1);

  await pay(owner, 'starter');

  t.like(await look(venue), { status: 200, body: { items: [{ quantity: 1.5 }] } });
  t.deepEqual(await shown(owner), ['active']);
});
