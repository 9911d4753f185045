import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { createErasureJournal } from '../../api/src/retention/journal.ts';
import { linkIdentity, pay, saveCard } from '../support/account/person.ts';
import { DAY } from '../support/platform/api.ts';
import { call, newOwner, newVenue } from '../support/platform/platform.ts';
import {
  changeActivity,
  clock,
  crash,
  journal,
  leave,
  pass,
  platform,
  rowOf,
  server,
  setUpRetention,
  tablesWith,
  userOf,
  YEAR,
} from '../support/retention/retention-platform.ts';
import { until } from '../support/run/until.ts';

setUpRetention();

test.serial('a deletion that is killed half-way is finished by the job', async (t) => {
  const { db, people } = platform;
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  await saveCard(db, owner.userId, clock.now());
  const { created_at } = await userOf(owner.userId);

  t.is(await crash({ CRASH_AT: 'stop', DELETE_USER: String(owner.userId) }), 'SIGKILL');
  t.true((await userOf(owner.userId)).deleted_at instanceof Date);
  // as if the journal had not been written either
  const written = (await journal().read()).filter((one) => one.id !== owner.userId);
  await writeFile(join(platform.home, 'erasures.jsonl'), written.map((one) => `${JSON.stringify(one)}\n`).join(''));
  await db('payment_methods').where({ user_id: owner.userId }).update({ removed_at: null });

  await people.retention.reapplyErasures();

  t.is(await platform.venues.host.state(venue.id), 'asleep');
  t.false((await server('pg_roles').where({ rolname: venue.id }).first()).rolcanlogin);
  t.truthy((await db('payment_methods').where({ user_id: owner.userId }).first()).removed_at);
  t.like(
    (await journal().read()).find((one) => one.id === owner.userId),
    { made: created_at.toISOString() },
  );
  const before = (await journal().read()).length;
  await people.retention.reapplyErasures();
  t.is((await journal().read()).length, before, 'once');
});

test.serial(
  'a deleted account is kept for thirty days, then nothing is left but payment documents of nobody',
  async (t) => {
    const { db, people } = platform;
    const owner = await newOwner(platform);
    const venue = await newVenue(platform, owner);
    await linkIdentity(db, owner.userId, owner.email, clock.now());
    await saveCard(db, owner.userId, clock.now());
    const payment = await pay(db, owner.userId, owner.email, clock.now());
    const outbox = join(platform.home, 'outbox');
    await until(async () => (await readdir(outbox).catch(() => [])).length > 0, 'a letter is written');
    await leave(owner);
    await until(
      async () =>
        !(await db('mails').where({ recipient: owner.email }).whereIn('status', ['queued', 'sending'])).length,
      'the letters are sent',
    );
    const letters: string[] = await db('mails').where({ recipient: owner.email }).pluck('id');
    t.true(letters.length >= 2);

    await pass(30 * DAY - 60_000);
    await people.retention.purgeVenues();
    await people.retention.purgeAccounts();
    t.is((await userOf(owner.userId)).email, owner.email);

    await pass(120_000);
    await Promise.all([people.retention.purgeAccounts(), people.retention.purgeAccounts()]);

    t.is(await userOf(owner.userId), undefined);
    t.is(await rowOf(venue.id), undefined);
    const left = await tablesWith(db, [owner.email, String(venue.id), `subject-${owner.userId}`]);
    t.deepEqual(left, ['activity tenant', 'payments']);
    t.like(await db('payments').where({ id: payment }).first(), { user_id: null, payer_email: owner.email });
    t.is((await db('refunds').where({ payment_id: payment })).length, 1);
    t.is((await db('billing_ledger').where({ payment_id: payment })).length, 1);
    const files = await readdir(outbox);
    t.false(files.some((name) => letters.some((id) => name.includes(id))));
  },
);

test.serial('an address that came back keeps its new letters and deeds when the old account is purged', async (t) => {
  const { db, people } = platform;
  const owner = await newOwner(platform);
  await leave(owner);
  await db('mails')
    .where({ recipient: owner.email })
    .update({ created_at: new Date(Date.now() - YEAR) });
  await changeActivity((trx) =>
    trx('activity')
      .where({ actor_id: owner.userId })
      .update({ at: new Date(Date.now() - YEAR) }),
  );
  const body = { email: owner.email, password: owner.password, name: 'Снова' };
  const again = await call(platform.url, 'POST', '/api/auth/register', { body });
  // the platform's own columns are written by the database's clock, which no test moves
  const after = new Date(clock.now().getTime() + 1000);
  await db('users').where({ id: again.body.user.id }).update({ created_at: after });
  const later = new Date(after.getTime() + 1000);
  await db('mails')
    .where('created_at', '>', new Date(Date.now() - DAY))
    .update({ created_at: later });
  await changeActivity((trx) =>
    trx('activity')
      .where('at', '>', new Date(Date.now() - DAY))
      .update({ at: later }),
  );

  await pass(31 * DAY);
  await people.retention.purgeVenues();
  await people.retention.purgeAccounts();

  const letters: string[] = await db('mails').where({ recipient: owner.email }).pluck('template');
  t.deepEqual(letters, ['verify_email']);
  t.like(await db('activity').where({ actor_id: again.body.user.id }).first(), {
    description: `Зарегистрирован пользователь ${owner.email}`,
  });
  t.is(await userOf(owner.userId), undefined);
});

test.serial('an account waits for money that is still on its way', async (t) => {
  const { db, people } = platform;
  const owner = await newOwner(platform);
  const payment = await pay(db, owner.userId, owner.email, clock.now());
  await leave(owner);
  await db('refunds').where({ payment_id: payment }).update({ status: 'pending', settled_at: null });
  await pass(31 * DAY);

  await people.retention.purgeAccounts();
  t.truthy(await userOf(owner.userId));
  await db('refunds').where({ payment_id: payment }).update({ status: 'succeeded', settled_at: clock.now() });
  await people.retention.purgeAccounts();
  t.is(await userOf(owner.userId), undefined);
});

test.serial('an account does not wait for a refund that is left to a person to find out', async (t) => {
  const { db, people } = platform;
  const owner = await newOwner(platform);
  const payment = await pay(db, owner.userId, owner.email, clock.now());
  await leave(owner);
  const lost = { status: 'pending', settled_at: null, next_attempt_at: null, error: 'answer_lost' };
  await db('refunds').where({ payment_id: payment }).update(lost);
  await pass(31 * DAY);

  await people.retention.purgeAccounts();

  t.is(await userOf(owner.userId), undefined);
  t.like(await db('refunds').where({ payment_id: payment }).first(), { error: 'answer_lost' });
});

test.serial('payment documents of people who are gone stay for five years, and then go too', async (t) => {
  const { db, people } = platform;
  const staying = await newOwner(platform);
  const theirs = await pay(db, staying.userId, staying.email, clock.now());
  const leaving = await newOwner(platform);
  const payment = await pay(db, leaving.userId, leaving.email, clock.now());
  await leave(leaving);
  await pass(31 * DAY);
  await people.retention.purgeAccounts();
  t.is((await db('payments').where({ id: payment })).length, 1);

  await pass(5 * YEAR - 40 * DAY);
  await people.retention.purgeAccounts();
  t.is((await db('payments').where({ id: payment })).length, 1, 'not yet');
  await pass(50 * DAY);
  await people.retention.purgeAccounts();

  t.is((await db('payments').where({ id: payment })).length, 0);
  t.is((await db('refunds').where({ payment_id: payment })).length, 0);
  t.is((await db('billing_ledger').whereNull('user_id')).length, 0);
  t.is((await db('subscription_periods').whereNull('user_id')).length, 0);
  t.is((await db('payments').where({ id: theirs })).length, 1, 'whose people are there stay: they make the balance');
});

test.serial('logs go after ninety days, sessions and links when they have run out', async (t) => {
  const { db, people } = platform;
  const owner = await newOwner(platform);
  const at = (days: number): Date => new Date(clock.now().getTime() - days * DAY);
  const entry = { actor_id: owner.userId, action: 'test.log', description: 'Что-то было' };
  await db('activity').insert([
    { ...entry, at: at(91) },
    { ...entry, at: at(89) },
  ]);
  const letter = { recipient: owner.email, template: 'welcome', created_at: at(91) };
  const [sent, queued] = [randomUUID(), randomUUID()];
  await db('mails').insert([
    { ...letter, id: sent, status: 'sent', settled_at: at(91) },
    { ...letter, id: queued, status: 'queued', next_attempt_at: new Date(Date.now() + YEAR) },
  ]);
  await db('sessions')
    .where({ user_id: owner.userId })
    .update({ expires_at: at(1) });
  await db('link_tokens')
    .where({ user_id: owner.userId })
    .update({ expires_at: at(1) });
  const files = {
    'platform.log': 61,
    'platform.log.1': 61,
    'other.log': 59,
    'tenants/tgone.log.1': 61,
    'outbox/old.eml': 91,
  };
  await mkdir(join(platform.home, 'outbox'), { recursive: true });
  for (const [name, days] of Object.entries(files)) {
    await writeFile(join(platform.home, name), 'кто-то вошёл\n');
    await utimes(join(platform.home, name), at(days), at(days));
  }

  await people.retention.purgeLogs();
  await people.retention.purgeLogs();

  t.is((await db('activity').where({ action: 'test.log' })).length, 1);
  t.deepEqual(await db('mails').whereIn('id', [sent, queued]).pluck('id'), [queued]);
  t.is((await db('sessions').where({ user_id: owner.userId })).length, 0);
  t.is((await db('link_tokens').where({ user_id: owner.userId })).length, 0);
  const left = [...(await readdir(platform.home)), ...(await readdir(join(platform.home, 'tenants')))];
  t.true(left.includes('platform.log') && left.includes('other.log'));
  t.false(left.includes('platform.log.1') || left.includes('tgone.log.1'));
  t.false((await readdir(join(platform.home, 'outbox'))).includes('old.eml'));
});

test.serial('a clock that jumps a year ahead takes no account, no log and nobody’s sign-in', async (t) => {
  const { db, people } = platform;
  const [gone, stays] = [await newOwner(platform), await newOwner(platform)];
  await leave(gone);
  const counts = async (): Promise<number[]> =>
    Promise.all(['activity', 'mails', 'sessions', 'link_tokens', 'payments'].map((table) => count(table)));
  const count = async (table: string): Promise<number> => Number((await db(table).count({ n: '*' }))[0]?.n);
  const before = await counts();
  clock.pass(YEAR);

  t.deepEqual(await people.retention.purgeAccounts(), []);
  await people.retention.purgeLogs();
  const [activity = 0, ...rest] = await counts();
  t.deepEqual([activity, ...rest], [(before[0] ?? 0) + 1, ...before.slice(1)], 'one entry more: what was found');
  clock.pass(-YEAR);
  t.is((await stays.call('GET', '/api/auth/me')).status, 200);
});

test.serial('a number that a restore has given to somebody else erases nobody', async (t) => {
  const { people } = platform;
  const somebody = await newOwner(platform);
  const long = new Date(Date.now() - YEAR).toISOString();
  await journal().append([{ kind: 'account', id: somebody.userId, made: long, at: long }]);

  await people.retention.reapplyErasures();

  t.is((await userOf(somebody.userId)).deleted_at, null);
});

test.serial('a journal whose last line a crash cut off is read, and goes on', async (t) => {
  const file = join(platform.home, 'torn.jsonl');
  const torn = createErasureJournal(file);
  t.deepEqual(await torn.read(), []);
  const one = { kind: 'venue', id: 'tone', at: new Date(0).toISOString() } as const;
  await torn.append([one]);
  await appendFile(file, '{"kind":"account","id":5,"ma');
  t.deepEqual(await torn.read(), [one]);

  await torn.append([{ ...one, id: 'ttwo' }]);
  await Promise.all(Array.from({ length: 20 }, (_, n) => torn.append([{ ...one, id: `t${n}` }])));

  t.is((await torn.read()).length, 22);
});
