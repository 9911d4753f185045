import { randomBytes, randomUUID } from 'node:crypto';
import { connect } from '@ostatok/kit/node/db.ts';
import test from 'ava';
import { takeLock, tryLock } from '../../api/src/platform/locks.queries.ts';
import {
  callVenue,
  newOwner,
  startTestPlatform,
  type TestOwner,
  type TestPlatform,
} from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';

/** The number of connections that serve user requests. */
const POOL = 20;

let platform: TestPlatform;
let admin: TestOwner;
test.before(async () => {
  platform = await startTestPlatform({ TENANT_IDLE_MINUTES: '0' });
  admin = await newOwner(platform, 'corporate');
  await platform.db('users').where({ id: admin.userId }).update({ role: 'admin' });
  platform.accounts.sessions.forget(admin.userId);
});
test.after.always(() => platform?.stop());

/** Inserts `count` tenants as rows: no request reaches their processes. */
async function venues(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => `t${randomBytes(5).toString('hex')}`);
  for (const [place, id] of ids.entries()) {
    await platform.db('tenants').insert({
      id,
      owner_id: admin.userId,
      subdomain: `v-${id}`,
      display_name: `Бар № ${place}`,
      status: 'active',
      endpoint: place < 10 ? null : 'http://127.0.0.1:9',
      bot_id: 7_000_000 + place,
      bot_username: `bot_${id}`,
      admin_username: 'boss',
      bot_token_sealed: 'none',
      database_password_sealed: 'none',
      internal_secret_sealed: 'none',
    });
  }
  return ids;
}

async function quarantined(count: number): Promise<{ id: string; key: string }[]> {
  const rows = Array.from({ length: count }, () => ({ id: randomUUID(), key: `t${randomBytes(5).toString('hex')}` }));
  const at = new Date();
  const rest = { action: 'orphaned_db', label: 'база', why: 'ничья', was: '{}', status: 'kept', quarantined_at: at };
  for (const row of rows) {
    const purge_at = new Date(at.getTime() + 86_400_000);
    await platform.db('quarantine').insert({ ...row, ...rest, operation_id: randomUUID(), purge_at });
  }
  return rows;
}

test('while venues start and stop, pushes run and things move out of quarantine, people are answered', async (t) => {
  const ids = await venues(18);
  const aside = await quarantined(6);
  const outside = connect(platform.databaseUrl, { max: 2 });
  const slow = await outside.transaction();
  const waiting = async (): Promise<number> => {
    const { rows } = await outside.raw(
      `select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows[0].n;
  };
  const work: Promise<unknown>[] = [];
  try {
    for (const id of ids) await slow.raw(`select pg_advisory_xact_lock(hashtext('wake'), hashtext(?))`, [id]);
    for (const { key } of aside)
      await slow.raw(`select pg_advisory_xact_lock(hashtext('cleanup orphaned_db'), hashtext(?))`, [key]);

    for (const id of ids.slice(0, 10)) work.push(callVenue(platform, `v-${id}`, 'GET', '/api/items'));
    for (const { id } of aside) work.push(admin.call('POST', `/api/admin/tenants/quarantine/${id}/restore`));
    work.push(admin.call('POST', '/api/admin/aliases/push', {}));
    for (const id of ids.slice(10)) {
      work.push(admin.call('PUT', `/api/admin/tenants/${id}/status`, { status: 'suspended' }));
    }
    await until(async () => (await waiting()) >= POOL, `${POOL} locks are waited for`);

    const answers = await Promise.all([
      admin.call('GET', '/api/admin/stats'),
      admin.call('GET', '/api/admin/users'),
      admin.call('GET', '/api/auth/me'),
    ]);
    t.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    t.true((await waiting()) >= POOL, 'all of which still wait');
  } finally {
    await platform.db('tenants').whereIn('id', ids).update({ status: 'deleted', deleted_at: new Date() });
    await slow.rollback();
    await Promise.allSettled(work);
    await outside.destroy();
  }
});

test('a lock is refused to a transaction that holds a later one', async (t) => {
  await platform.db.transaction(async (trx) => {
    await takeLock(trx, 'provision', 'tenant');
    await takeLock(trx, 'wake', 'tenant');
    await takeLock(trx, 'wake', 'another');
    await t.throwsAsync(takeLock(trx, 'provision', 'tenant'), { message: /«provision» is taken too late/ });
    await t.throwsAsync(tryLock(trx, 'cleanup orphaned_db', 'thing'), {
      message: /«cleanup orphaned_db» is taken too late/,
    });
    t.true(await tryLock(trx, 'administrators'));
  });
});
