import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import test from 'ava';
import { call, callVenue, newOwner, newVenue, startTestPlatform } from '../../support/platform/platform.ts';
import { until } from '../../support/run/until.ts';

test.serial(
  'a venue that takes the locks of all databases is suspended, and comes back when an administrator says so',
  async (t) => {
    const platform = await startTestPlatform();
    t.teardown(() => platform.stop());
    const owner = await newOwner(platform);
    const [venue, other] = [await newVenue(platform, owner), await newVenue(platform, owner)];
    const boss = await newOwner(platform);
    await platform.db('users').where({ id: boss.userId }).update({ role: 'admin' });
    const { token } = (await call(platform.url, 'POST', '/api/auth/login', { body: boss })).body;
    const open = async ({ id }: { id: string }, locks: number): Promise<{ db: Knex; pid: number }> => {
      const row = await platform.db('tenants').where({ id }).first();
      const db = connect(platform.venues.databases.urlOf(row), { max: 1 });
      t.teardown(() => db.destroy());
      await db.raw('select pg_advisory_lock(n) from generate_series(1, ?::int) n', [locks]);
      return { db, pid: (await db.raw('select pg_backend_pid() as pid')).rows[0].pid };
    };
    const [greedy, modest] = [await open(venue, 2001), await open(other, 1000)];

    const statusOf = async (id: string) => (await platform.db('tenants').where({ id }).first()).status;
    await until(async () => (await statusOf(venue.id)) === 'suspended', 'the venue is suspended');

    t.deepEqual(await platform.db('pg_stat_activity').where({ pid: greedy.pid }), []);
    t.is(await statusOf(other.id), 'active');
    t.is((await modest.db.raw('select pg_advisory_unlock(1) as was_held')).rows[0].was_held, true);
    const act = await platform
      .db('activity')
      .where({ action: 'tenant.suspended', target: `tenant:${venue.id}` })
      .first();
    t.is(act.actor_id, null);
    t.regex(act.description, /заняло блокировки всего сервера/);
    const status = await call(platform.url, 'PUT', `/api/admin/tenants/${venue.id}/status`, {
      token,
      body: { status: 'active' },
    });
    t.like(status.body, { success: true, status: 'active' });
    t.is((await callVenue(platform, venue.subdomain, 'GET', '/api/venue')).status, 200);
  },
);

test.serial('a venue that keeps the notifications of all databases back loses the transaction', async (t) => {
  const platform = await startTestPlatform();
  t.teardown(() => platform.stop());
  const venue = await newVenue(platform, await newOwner(platform));
  const row = await platform.db('tenants').where({ id: venue.id }).first();
  const open = (): Knex => {
    const db = connect(platform.venues.databases.urlOf(row), { max: 1 });
    t.teardown(() => db.destroy());
    return db;
  };
  const [listener, speaker] = [open(), open()];
  await listener.raw('listen gossip');
  await listener.raw('set idle_in_transaction_session_timeout = 0');
  await listener.raw('begin');
  const { pid } = (await listener.raw('select pg_backend_pid() as pid')).rows[0];

  await speaker.raw(
    `do $$ begin for n in 1..8000 loop perform pg_notify('gossip', repeat('a', 7900) || n); end loop; end $$`,
  );
  const waiting = async (): Promise<number> =>
    (await platform.db.raw('select pg_notification_queue_usage() as share')).rows[0].share;
  t.true((await waiting()) > 0.005);

  await until(async () => (await waiting()) < 0.005, 'the queue is read again');
  t.deepEqual(await platform.db('pg_stat_activity').where({ pid }), []);
  t.is((await venue.call('GET', '/api/venue')).status, 200);
});
