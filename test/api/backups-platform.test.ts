import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { secretKeysOf } from '@ostatok/api/src/keys/secret-keys.ts';
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import { createLifecycle } from '@ostatok/kit/node/lifecycle.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import test, { type ExecutionContext } from 'ava';
import { letPass } from '../support/clock/let-pass.ts';
import { createDatabase, serverUrl } from '../support/database/postgres.ts';
import {
  call,
  newBot,
  newOwner,
  newVenue,
  startTestPlatform,
  type TestPlatform,
} from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';

const MINUTE = 60_000;
const script = join(import.meta.dirname, '../../api/src/restore-platform.ts');

/** A campaign whose one letter waits in the queue. */
async function campaignUnderWay(db: Knex, { userId, email }: { userId: number; email: string }): Promise<string> {
  const [id, at, text] = [randomUUID(), new Date(), 'Новости'];
  await db('campaigns').insert({
    id,
    subject: text,
    html: text,
    text,
    target_users: 'all',
    filters: JSON.stringify({ planId: null, registeredFrom: null, registeredTo: null }),
    test_mode: false,
    status: 'running',
    total: 1,
    fingerprint: id,
    created_at: at,
  });
  const [{ id: recipient_id }] = await db('campaign_recipients')
    .insert({ campaign_id: id, user_id: userId, email, status: 'queued', at })
    .returning('id');
  const later = new Date(at.getTime() + 86_400_000);
  const mail = { id: randomUUID(), recipient: email, template: 'marketing', priority: 1, recipient_id, created_at: at };
  await db('mails').insert({ ...mail, next_attempt_at: later });
  return id;
}

/** An owner who has paid with a card for a month that ends within five minutes. */
async function monthAlmostOver(platform: TestPlatform): Promise<{ userId: number }> {
  const owner = await newOwner(platform, 'free');
  const { id: planId } = await platform.db('plans').where({ name: 'starter' }).first('id');
  const { body } = await owner.call('POST', '/api/billing/create-payment', { planId, billingPeriod: 'monthly' });
  await call(platform.url, 'POST', `/sandbox/api/payments/${body.paymentId}/approve`, { body: {} });
  const changed = await platform
    .db('subscriptions')
    .where({ user_id: owner.userId })
    .whereNotNull('payment_method_id')
    .update({ current_period_end: new Date(Date.now() + 5 * MINUTE) });
  if (changed !== 1) throw new Error('the card of the payment was not saved');
  return owner;
}

/** A part of a payment that is to be given back, ordered yesterday and not sent to the bank yet. */
async function refundNotSent(db: Knex, { userId }: { userId: number }): Promise<string> {
  const [id, now] = [randomUUID(), Date.now()];
  await db('refunds').insert({
    id,
    payment_id: db('payments').where({ user_id: userId }).select('id'),
    amount: 10_000,
    reason: 'Извинение',
    idempotence_key: randomUUID(),
    next_attempt_at: new Date(now + 5 * MINUTE),
    created_at: new Date(now - 25 * 60 * MINUTE),
  });
  return id;
}

/** A folder and an empty database, as a new machine has them; the test takes them away. */
async function newMachine(t: ExecutionContext): Promise<{ OSTATOK_HOME: string; DATABASE_URL: string }> {
  const database = await createDatabase('platform');
  const home = await mkdtemp(join(tmpdir(), 'keys-machine-'));
  t.teardown(() => rm(home, { recursive: true }));
  t.teardown(database.drop);
  return { OSTATOK_HOME: home, DATABASE_URL: database.url };
}

test('with BACKUP_KEY and the file alone the platform comes back on a new machine, and opens what was sealed', async (t) => {
  const [BACKUP_KEY, lifecycle] = [randomUUID(), createLifecycle(createLog('test', 'silent'))];
  const lostKey = randomUUID();
  const lost = await startTestPlatform({ BACKUP_KEY }, { lifecycle, secretKey: lostKey });
  t.teardown(lost.stop);
  const boss = await newOwner(lost);
  await lost.db('users').where({ id: boss.userId }).update({ role: 'admin' });
  const { body: signedIn } = await call(lost.url, 'POST', '/api/auth/login', { body: boss });
  const venue = await newVenue(lost, await newOwner(lost));
  const token = lost.venues.secrets.botTokenOf(await lost.db('tenants').where({ id: venue.id }).first());
  const { body } = await call(lost.url, 'POST', '/api/admin/backups', { token: signedIn.token, body: {} });
  const file = join(lost.home, 'backups/platform', `${body.backup.id}.backup`);
  await lifecycle.stop();
  const [machine, sameKey] = [await newMachine(t), await newMachine(t)];
  const { OSTATOK_HOME: home, DATABASE_URL: databaseUrl } = machine;
  const SECRET_KEY = randomUUID();
  const run = (env: Record<string, string>) =>
    promisify(execFile)(process.execPath, [script, file], {
      env: { PATH: process.env.PATH, ...machine, SECRET_KEY, ...env },
    }).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      ({ code, stderr }) => ({ code, text: stderr }),
    );

  const stranger = await run({});
  const done = await run({ BACKUP_KEY });
  const withItsKey = await run({ BACKUP_KEY, ...sameKey, SECRET_KEY: lostKey });

  t.deepEqual([stranger.code, /другим ключом/.test(stranger.text)], [1, true], stranger.text);
  t.is(done.code, 0, done.text);
  t.is(withItsKey.code, 0, withItsKey.text);
  t.false(existsSync(join(sameKey.OSTATOK_HOME, 'secrets/secret-key-previous')), 'the present key is no former one');
  const keys = secretKeysOf({ SECRET_KEY, SECRET_KEY_PREVIOUS: undefined, DATABASE_URL: databaseUrl }, home);
  const found = await startTestPlatform({ BACKUP_KEY }, { databaseUrl, home, ...keys });
  t.teardown(found.stop);
  const row = await found.db('tenants').where({ id: venue.id }).first();
  t.is(found.venues.secrets.botTokenOf(row), token);
  t.is((await call(found.url, 'POST', '/api/auth/login', { body: boss })).status, 200);
});

test('the platform comes back from its backup by one command, and what was erased since stays erased', async (t) => {
  const lifecycle = createLifecycle(createLog('test', 'silent'));
  const secretKey = randomUUID();
  const before = await startTestPlatform({}, { lifecycle, secretKey });
  t.teardown(before.stop);
  const boss = await newOwner(before);
  await before.db('users').where({ id: boss.userId }).update({ role: 'admin' });
  const signedIn = await call(before.url, 'POST', '/api/auth/login', { body: boss });
  const [stays, leaves] = [await newOwner(before), await newOwner(before)];
  const venue = await newVenue(before, stays);
  const campaignId = await campaignUnderWay(before.db, stays);
  const payer = await monthAlmostOver(before);
  const refundId = await refundNotSent(before.db, payer);
  const { body } = await call(before.url, 'POST', '/api/admin/backups', { token: signedIn.body.token, body: {} });
  t.like(body.backup, { tenant_id: null, status: 'done' });
  const file = join(before.home, 'backups/platform', `${body.backup.id}.backup`);
  const restore = (path: string) =>
    promisify(execFile)(process.execPath, [script, path], {
      env: { ...process.env, DATABASE_URL: before.databaseUrl, SECRET_KEY: secretKey, OSTATOK_HOME: before.home },
    }).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      ({ code, stderr }) => ({ code, text: stderr }),
    );

  const running = await restore(file);
  t.deepEqual([running.code, /остановите платформу/.test(running.text)], [1, true], running.text);
  const late = await newOwner(before);
  const lateBot = await newBot(before);
  await before.people.deletion.delete(leaves.userId);
  await lifecycle.stop();

  const altered = file.replace('.backup', 'x.backup');
  await copyFile(file.replace('.backup', '.json'), altered.replace('.backup', '.json'));
  const bytes = await readFile(file);
  bytes[50] = (bytes[50] ?? 0) ^ 1;
  await writeFile(altered, bytes);
  t.regex((await restore(altered)).text, /изменён или обрезан/);
  const done = await restore(file);
  t.is(done.code, 0, done.text);
  const kept = /под именем (\S+)/.exec(done.text)?.[1] ?? '';
  t.regex(done.text, /Сутки работы платформы подписки не списываются/);
  t.regex(done.text, /сверьте .* ostatok subscriptions extend/s);

  // by then the month is over: before the loss its renewal may have been charged
  let ahead = 10 * MINUTE;
  const now = (): Date => new Date(Date.now() + ahead);
  const after = await startTestPlatform({}, { databaseUrl: before.databaseUrl, home: before.home, secretKey, now });
  t.teardown(after.stop);
  const jobs = after.modules.flatMap((module) => module.jobs ?? []);
  const dueJob = jobs.find(({ name }) => name === 'billing-due');
  const renewals = () => after.db('payments').where({ user_id: payer.userId, kind: 'renewal' }).pluck('status');
  await dueJob?.run();
  t.deepEqual(await renewals(), [], 'nobody is charged a second time');
  await jobs.find(({ name }) => name === 'billing-refunds')?.run();
  const refund = () => after.db('refunds').where({ id: refundId }).first('status', 'error', 'next_attempt_at');
  await until(async () => (await refund()).error !== null, 'the refund is looked at');
  t.like(await refund(), { status: 'pending', error: 'answer_lost', next_attempt_at: null });
  t.deepEqual(await after.db('mock_refunds'), [], 'and nothing is given back a second time');
  const backup = () => after.db('backups').where({ id: body.backup.id }).first('status');
  await until(async () => ['done', 'failed'].includes((await backup())?.status), 'what was being made then is settled');
  t.deepEqual([await backup(), existsSync(file)], [{ status: 'done' }, true], 'and may be needed again');
  const users: { id: number; deleted_at: Date | null }[] = await after.db('users').select('id', 'deleted_at');
  const living = users.filter(({ deleted_at }) => deleted_at === null).map(({ id }) => id);
  t.deepEqual(living.sort(), [boss.userId, stays.userId, payer.userId].sort());
  t.false(
    users.some(({ id }) => id === late.userId),
    'who came later is gone',
  );
  t.is((await call(after.url, 'GET', '/api/auth/me', { token: stays.token })).status, 401, 'everybody signs in anew');
  const again = await call(after.url, 'POST', '/api/auth/login', { body: boss });
  t.is(again.status, 200);
  t.true((await after.db('sandbox_bots').pluck('id')).includes(lateBot.id), 'the outside did not go back');
  t.is(await after.venues.runtime.wake(venue.id).then((endpoint) => endpoint.slice(0, 7)), 'http://');
  const list = await call(after.url, 'GET', '/api/admin/backups', { token: again.body.token });
  t.is(list.status, 200);
  const campaign = () => call(after.url, 'GET', `/api/admin/campaigns/${campaignId}`, { token: again.body.token });
  t.like((await campaign()).body.campaign, { status: 'paused', total: 1, failed: 1 });
  await call(after.url, 'POST', `/api/admin/campaigns/${campaignId}/resume`, { token: again.body.token });
  await until(async () => (await campaign()).body.campaign.status === 'done', 'the resumed campaign ends');
  const held = await call(after.url, 'GET', '/api/admin/activity?action=cleanup.held', { token: again.body.token });
  t.regex(held.body.activity[0]?.description, /^База платформы восстановлена из копии/);
  const clock = {
    pass: (ms: number): void => {
      ahead += ms;
    },
  };
  await letPass(clock, after.accounts.trustedClock, 26 * 60 * MINUTE);
  await dueJob?.run();
  await until(async () => (await renewals()).includes('succeeded'), 'after a day that was seen the charges go on');
  t.deepEqual(await renewals(), ['succeeded']);
  const server = connect(serverUrl(), { max: 1 });
  const [old] = await server('pg_database').where({ datname: kept });
  t.false(old.datallowconn, 'the replaced one is kept, shut');
  await server.raw('drop database ??', [kept]);
  await server.destroy();
});
