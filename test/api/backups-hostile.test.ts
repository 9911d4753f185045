import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import test, { type ExecutionContext } from 'ava';
import { databaseUrl } from '../support/database/postgres.ts';
import { createClock } from '../support/platform/api.ts';
import {
  call,
  newOwner,
  newVenue,
  type Reply,
  startTestPlatform,
  type TestPlatform,
} from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';

const HOUR = 3_600_000;
const clock = createClock();
let platform: TestPlatform;
let admin: string;
test.before(async () => {
  // scheduled backups start at full hours: none starts while the tests run
  clock.pass(HOUR - (Date.now() % HOUR));
  // a usual backup takes less on any machine
  platform = await startTestPlatform({}, { now: clock.now, longestBackupMs: 30_000 });
  const boss = await newOwner(platform);
  await platform.db('users').where({ id: boss.userId }).update({ role: 'admin', email_verified: true });
  admin = (await call(platform.url, 'POST', '/api/auth/login', { body: boss })).body.token;
});
test.after.always(() => platform?.stop());

const ask = (method: string, path: string, body?: unknown): Promise<Reply> =>
  call(platform.url, method, `/api/admin/backups${path}`, { token: admin, body });
const newestOf = (id: string) => platform.db('backups').where({ tenant_id: id }).orderBy('created_at', 'desc').first();

/** A venue and a connection to its database, as its own process may open one. */
async function hostile(t: ExecutionContext): Promise<{ id: string; db: Knex }> {
  const { id } = await newVenue(platform, await newOwner(platform));
  const db = connect(databaseUrl(id), { max: 1 });
  t.teardown(() => db.destroy());
  await db.raw('set role ??', [id]);
  return { id, db };
}

test.serial('what a venue has put into its lists is not read whole into the memory of the platform', async (t) => {
  const swellings = [
    `alter table knex_migrations rename to real_migrations;
     create view knex_migrations as select id, name from real_migrations
       union all select 1000 + n, 'x' from generate_series(1, 100000) n`,
    `do $$ begin for n in 1..400 loop execute format('create table t%s (id int)', n); end loop; end $$`,
    `do $$ begin for n in 1..400 loop execute format('create sequence s%s owned by items.id', n); end loop; end $$`,
  ];
  for (const swelling of swellings) {
    const { id, db } = await hostile(t);
    await db.raw(swelling);

    const { body } = await ask('POST', '', { tenantId: id });

    t.like(body.operation, { status: 'failed', failed: 1 }, swelling);
    t.is((await newestOf(id)).status, 'failed');
  }
});

test.serial('a venue that holds its tables keeps no backup waiting for ever', async (t) => {
  const { id, db } = await hostile(t);
  const trx = await db.transaction();
  t.teardown(() => trx.rollback());
  await trx.raw('lock table items in access exclusive mode');

  await ask('POST', '', { tenantId: id });

  await until(async () => (await newestOf(id))?.status === 'failed', 'the backup is given up');
  t.regex((await newestOf(id)).error, /не отдала данные за отведённое время/);
  await trx.rollback();
  t.like((await ask('POST', '', { tenantId: id })).body.operation, { status: 'done' }, 'the next one is not kept out');
});
