import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import test from 'ava';
import { call } from '../support/platform/platform.ts';
import { createGround, startProcess } from '../support/platform/platform-process.ts';
import { until } from '../support/run/until.ts';
import { createSleepingVenues, type SleepingVenue } from '../support/venue/sleeping-venues.ts';

const EAN = '4006381333931';

async function inVenue<T>(venue: SleepingVenue | undefined, work: (db: Knex) => Promise<T>): Promise<T> {
  const db = connect(venue?.url ?? '', { max: 1 });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

const statuses = (db: Knex): Promise<{ status: string; attempt: number }[]> =>
  db('operation_items').orderBy('position').select('status', 'attempt');

async function newAdmin(url: string, db: Knex): Promise<{ id: number; token: string }> {
  const body = { email: 'push@test.example', password: 'push-crash', name: 'Тест' };
  const { id } = (await call(url, 'POST', '/api/auth/register', { body })).body.user;
  await db('users').where({ id }).update({ role: 'admin' });
  const answer = await call(url, 'POST', '/api/auth/login', { body });
  return { id, token: answer.body.token };
}

test('a push whose process dies goes on by itself, from where it was', async (t) => {
  const { env, db, secretKey, drop } = await createGround();
  const first = await startProcess(env);
  const { id: ownerId, token } = await newAdmin(first.url, db);
  let bots = 0;
  const newBot = async () => ({ id: ++bots, token: `${bots}:none`, username: `bot${bots}` });
  const venues = await createSleepingVenues(db, { secretKey, ownerId, count: 9, newBot });
  for (const venue of venues) {
    await inVenue(venue, (items) => items('items').insert({ name: 'Ром', search_name: 'ром', unit: 'л', ean: EAN }));
  }
  const alias = { ean: EAN, description: 'Ром', volume_ml: 700 };
  t.is((await call(first.url, 'POST', '/api/admin/aliases', { token, body: alias })).status, 201);
  // one tenant's locked rows block its push in the middle of writing
  const held = connect(venues[3]?.url ?? '', { max: 1 });
  const holding = await held.transaction();
  await holding('items').forUpdate().select('id');

  const headers = { prefer: 'respond-async' };
  const pushed = await call(first.url, 'POST', '/api/admin/aliases/push', { token, body: {}, headers });
  await until(
    async () => (await statuses(db)).filter(({ status }) => status === 'done').length === 8,
    'eight are done',
  );
  const before = await inVenue(venues[0], (items) => items('items').first('updated_at'));
  first.child.kill('SIGKILL');
  await first.ended;
  await holding.rollback();
  await held.destroy();
  const second = await startProcess(env);
  await until(async () => Boolean((await db('operations').first()).finished_at), 'the push is over');

  t.is(pushed.status, 202);
  t.like(await db('operations').first(), { status: 'done', total: 9, done: 9, failed: 0 });
  const attempts = (await statuses(db)).map(({ attempt }) => attempt);
  t.true((attempts[3] ?? 0) >= 2);
  t.deepEqual(attempts.toSpliced(3, 1), Array(8).fill(1));
  for (const venue of venues) {
    t.is(await inVenue(venue, async (items) => (await items('items').first()).volume_ml), 700);
  }
  t.deepEqual(await inVenue(venues[0], (items) => items('items').first('updated_at')), before);

  second.child.kill('SIGTERM');
  await second.ended;
  await drop();
});
