import { randomUUID } from 'node:crypto';
import test from 'ava';
import { hasProcess } from '../../api/src/hosting/host.ts';
import { createErasureJournal } from '../../api/src/retention/journal.ts';
import { saveCard } from '../support/account/person.ts';
import {
  call,
  callVenue,
  newBot,
  newOwner,
  newVenue,
  startTestPlatform,
  type TestPlatform,
} from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';

let platform: TestPlatform;
test.before(async () => {
  platform = await startTestPlatform();
});
test.after.always(() => platform?.stop());

const PATH = '/api/auth/delete-account';
const rowOf = (id: string) => platform.db('tenants').where({ id }).first();
const mayEnter = async (id: string): Promise<boolean | undefined> =>
  (await platform.db('pg_roles').where({ rolname: id }).first('rolcanlogin'))?.rolcanlogin;
const journal = () => createErasureJournal(`${platform.home}/erasures.jsonl`).read();
const order = async () => ({
  subdomain: `d-${randomUUID().slice(0, 8)}`,
  botToken: (await newBot(platform)).token,
  adminUsername: 'boss',
});

test.serial('an account that is deleted ends at once, with its sessions, venues and payments', async (t) => {
  const { db } = platform;
  const owner = await newOwner(platform);
  const [running, suspended] = [await newVenue(platform, owner), await newVenue(platform, owner)];
  await db('tenants').where({ id: suspended.id }).update({ status: 'suspended', suspended_by: 'billing' });
  const card = await saveCard(db, owner.userId, new Date());
  const login = { email: owner.email, password: owner.password };
  const second = await call(platform.url, 'POST', '/api/auth/login', { body: login });

  const answer = await owner.call('DELETE', PATH, { password: owner.password });

  t.is(answer.status, 200);
  t.true(answer.body.success);
  t.is((await owner.call('GET', '/api/auth/me')).status, 401);
  t.is((await call(platform.url, 'GET', '/api/auth/me', { token: second.body.token })).status, 401);
  const refreshed = await call(platform.url, 'POST', '/api/auth/refresh', { body: second.body });
  t.is(refreshed.status, 401);
  t.is((await call(platform.url, 'POST', '/api/auth/login', { body: login })).status, 401);
  for (const { id, subdomain } of [running, suspended]) {
    t.like(await rowOf(id), { status: 'deleted', bot_token_sealed: '', purged_at: null });
    // a request is answered after five seconds, and a busy machine may need longer to stop it
    await until(async () => (await platform.venues.host.state(id)) === 'asleep', 'it stops');
    await until(async () => (await mayEnter(id)) === false, 'nobody signs in to its database');
    t.is((await callVenue(platform, subdomain, 'GET', '/api/venue')).status, 404);
  }
  t.like(await db('subscriptions').where({ user_id: owner.userId }).first(), {
    auto_renew: false,
    payment_method_id: null,
  });
  t.truthy((await db('payment_methods').where({ id: card }).first()).removed_at);
  const letters = await db('mails').where({ recipient: owner.email, template: 'account_deleted' });
  t.is(letters.length, 1);
  const { deleted_at, created_at } = await db('users').where({ id: owner.userId }).first();
  const written = (await journal()).filter((one) => one.kind === 'account' && one.id === owner.userId);
  t.deepEqual(written, [
    { kind: 'account', id: owner.userId, made: created_at.toISOString(), at: deleted_at.toISOString() },
  ]);

  const again = await call(platform.url, 'POST', '/api/auth/register', { body: { ...login, name: 'Снова' } });
  t.is(again.status, 201, 'the address is free');
  t.not(again.body.user.id, owner.userId);
});

test.serial('the word, where it is sent, has to be the right one', async (t) => {
  const owner = await newOwner(platform);

  for (const word of ['удалить', 'УДАЛИТ', '', null, 5, {}]) {
    const { status, body } = await owner.call('DELETE', PATH, { word, password: owner.password });
    t.is(status, 400, JSON.stringify(word));
    t.is(body.error, 'Введите "УДАЛИТЬ" для подтверждения');
  }
  t.is((await owner.call('GET', '/api/auth/me')).status, 200);

  t.is((await owner.call('DELETE', PATH, { word: 'УДАЛИТЬ', password: owner.password })).status, 200);
  t.is((await owner.call('GET', '/api/auth/me')).status, 401);
});

test.serial(
  'a deletion asks for the password, and of an account without one for a sign-in of the last ten minutes',
  async (t) => {
    const [owner, ofProvider] = [await newOwner(platform), await newOwner(platform)];
    await platform.db('users').where({ id: ofProvider.userId }).update({ password_hash: null });
    const theirs = platform.db('sessions').where({ user_id: ofProvider.userId });
    await theirs.clone().update({ started_at: new Date(Date.now() - 11 * 60_000) });

    const without = await owner.call('DELETE', PATH, { word: 'УДАЛИТЬ' });
    const wrong = await owner.call('DELETE', PATH, { word: 'УДАЛИТЬ', password: 'not this one' });
    const stale = await ofProvider.call('DELETE', PATH, { word: 'УДАЛИТЬ' });
    await theirs.clone().update({ started_at: new Date() });

    t.like(without, { status: 400, body: { code: 'password_required', errors: { password: 'Введите пароль' } } });
    t.like(wrong, { status: 400, body: { code: 'wrong_password', errors: { password: 'Неверный пароль' } } });
    t.like(stale, { status: 403, body: { code: 'sign_in_again' } });
    t.is((await owner.call('GET', '/api/auth/me')).status, 200);
    t.is((await ofProvider.call('DELETE', PATH, { word: 'УДАЛИТЬ' })).status, 200);
  },
);

test.serial('two deletions at once delete once', async (t) => {
  const owner = await newOwner(platform);
  await newVenue(platform, owner);

  const answers = await Promise.all([1, 2, 3].map(() => owner.call('DELETE', PATH, { password: owner.password })));

  t.deepEqual(
    answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 401),
    [],
  );
  t.true(answers.some(({ status }) => status === 200));
  t.is((await platform.db('mails').where({ recipient: owner.email, template: 'account_deleted' })).length, 1);
  const entries = await platform.db('activity').where({ actor_id: owner.userId, action: 'user.deleted' });
  t.is(entries.length, 1);
  t.is((await journal()).filter((one) => one.id === owner.userId).length, 1);
});

test.serial('the last administrator stays; of the last two who leave at once, one does', async (t) => {
  const { db } = platform;
  const [one, two] = [await newOwner(platform), await newOwner(platform)];
  await db('users').whereIn('id', [one.userId, two.userId]).update({ role: 'admin' });
  await db('users').where({ role: 'admin' }).whereNotIn('id', [one.userId, two.userId]).update({ role: 'customer' });

  // a blocked user is no administrator
  const blocked = await newOwner(platform);
  await db('users').where({ id: blocked.userId }).update({ role: 'admin', status: 'blocked' });

  const answers = await Promise.all([
    one.call('DELETE', PATH, { password: one.password }),
    two.call('DELETE', PATH, { password: two.password }),
  ]);

  await db('users').where({ id: blocked.userId }).update({ role: 'customer' });
  t.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  t.like(refused?.body, { success: false, code: 'last_administrator' });
  t.is((await db('users').where({ role: 'admin' }).whereNull('deleted_at')).length, 1);
});

test.serial('a venue that is being made goes with its owner, and one ordered at that moment too', async (t) => {
  const { db } = platform;
  const owner = await newOwner(platform);
  const orders = await Promise.all([order(), order(), order()]);
  const asked = { prefer: 'respond-async' };
  const first = await owner.call('POST', '/api/provision/create', orders[0], asked);
  t.is(first.status, 202);

  const racing = orders.slice(1).map((one) => owner.call('POST', '/api/provision/create', one, asked));
  const [deleted, ...ordered] = await Promise.all([
    owner.call('DELETE', PATH, { password: owner.password }),
    ...racing,
  ]);

  t.is(deleted.status, 200);
  t.true(ordered.every(({ status }) => [202, 401].includes(status)));
  await until(async () => {
    const running = await db('provisions').where({ status: 'running' });
    return running.length === 0;
  }, 'nothing is made any more');
  const venues = await db('tenants').where({ owner_id: owner.userId });
  t.true(venues.length >= 1);
  t.true(venues.every(({ status }) => status === 'deleted'));
  for (const { id } of venues) {
    await until(async () => !hasProcess(await platform.venues.host.state(id)), 'it does not run');
    await until(async () => !(await mayEnter(id)), 'nobody signs in to its database');
  }
  // the bot is free again
  const next = await newOwner(platform);
  const { subdomain } = await order();
  t.is((await next.call('POST', '/api/provision/create', { ...orders[0], subdomain })).status, 201);
});

test.serial('a payment that goes through when its payer has gone is given back whole', async (t) => {
  const { db } = platform;
  const owner = await newOwner(platform, 'free');
  const plan = await db('plans').where({ name: 'professional' }).first();
  const asked = await owner.call('POST', '/api/billing/create-payment', { planId: plan.id, billingPeriod: 'monthly' });
  t.is(asked.status, 201, JSON.stringify(asked.body));
  const { paymentId } = asked.body;
  t.is((await owner.call('DELETE', PATH, { password: owner.password })).status, 200);

  const approved = await call(platform.url, 'POST', `/sandbox/api/payments/${paymentId}/approve`, {
    body: { card: 'good' },
  });
  t.is(approved.status, 200, JSON.stringify(approved.body));
  await platform.accounts.billing.runRefunds();
  await platform.people.retention.reapplyErasures();

  t.like(await db('payments').where({ id: paymentId }).first(), { status: 'succeeded', outcome: 'refunded' });
  t.like(await db('refunds').where({ payment_id: paymentId }).first(), { amount: 199_000, status: 'succeeded' });
  t.is((await db('mails').where({ recipient: owner.email, template: 'receipt' })).length, 0);
  t.is((await db('payment_methods').where({ user_id: owner.userId }).whereNull('removed_at')).length, 0);
  t.is((await db('subscription_periods').where({ user_id: owner.userId })).length, 0);
});

test.serial('a purchase at the very moment of the deletion charges nobody who is gone', async (t) => {
  const { db } = platform;
  const plan = await db('plans').where({ name: 'starter' }).first();
  for (let round = 0; round < 3; round += 1) {
    const owner = await newOwner(platform, 'free');
    const wanted = { planId: plan.id, billingPeriod: 'yearly' };

    const [bought, deleted] = await Promise.all([
      owner.call('POST', '/api/billing/create-payment', wanted),
      owner.call('DELETE', PATH, { password: owner.password }),
    ]);

    t.is(deleted.status, 200);
    t.true([201, 401, 403, 404, 409].includes(bought.status), JSON.stringify(bought.body));
    if (bought.status !== 201) continue;
    await call(platform.url, 'POST', `/sandbox/api/payments/${bought.body.paymentId}/approve`, { body: {} });
    t.like(await db('payments').where({ user_id: owner.userId }).first(), { outcome: 'refunded' });
  }
});

test.serial('an export that is under way when the account is deleted breaks off, and nothing runs on', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  const headers = { authorization: `Bearer ${owner.token}` };

  const [exported, deleted] = await Promise.all([
    fetch(`${platform.url}/api/auth/export-data/tenants/${venue.id}.xlsx`, { headers }).then(
      async (answer) => ({ status: answer.status, bytes: await answer.arrayBuffer().catch(() => undefined) }),
      () => undefined,
    ),
    owner.call('DELETE', PATH, { password: owner.password }),
  ]);

  t.is(deleted.status, 200);
  if (exported) t.true([200, 401, 404, 503].includes(exported.status));
  await until(async () => (await platform.venues.host.state(venue.id)) === 'asleep', 'it does not run');
  await until(async () => (await mayEnter(venue.id)) === false, 'nobody signs in to its database');
});

test.serial('a hundred venues are deleted in one go', async (t) => {
  const { db } = platform;
  const owner = await newOwner(platform, 'corporate');
  const venue = await newVenue(platform, owner);
  const { number: _, ...row } = await rowOf(venue.id);
  const copies = Array.from({ length: 99 }, (_, place) => ({
    ...row,
    id: `tcopy${String(place).padStart(6, '0')}`,
    subdomain: `copy-${place}`,
    bot_id: 1000 + place,
    stats: null,
    endpoint: null,
  }));
  await db('tenants').insert(copies);

  const { status } = await owner.call('DELETE', PATH, { password: owner.password });

  t.is(status, 200);
  const [left] = await db('tenants')
    .where({ owner_id: owner.userId })
    .whereNot({ status: 'deleted' })
    .count({ n: '*' });
  t.is(left?.n, 0);
  await until(async () => (await platform.venues.host.state(venue.id)) === 'asleep', 'it stops');
});
