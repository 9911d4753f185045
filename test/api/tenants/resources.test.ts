import test from 'ava';
import {
  newOwner,
  newVenue,
  startTestPlatform,
  type TestOwner,
  type TestPlatform,
} from '../../support/platform/platform.ts';
import { until } from '../../support/run/until.ts';

let platform: TestPlatform;
let admin: TestOwner;
test.before(async () => {
  platform = await startTestPlatform({ TENANT_IDLE_MINUTES: '0' });
  admin = await newOwner(platform, 'corporate');
  await platform.db('users').where({ id: admin.userId }).update({ role: 'admin' });
  platform.accounts.sessions.forget(admin.userId);
});
test.after.always(() => platform?.stop());

const listed = async (query = '') => {
  const { status, body } = await admin.call('GET', `/api/admin/tenants?${query}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.tenants;
};
const one = async (id: string) => (await listed()).find((tenant: { id: string }) => tenant.id === id);

async function notePlatform(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const note = ({ sql }: { sql: string }): void => void statements.push(sql);
  platform.db.on('query', note);
  await work();
  platform.db.removeListener('query', note);
  return statements;
}

test.serial(
  'the list says what a venue that is awake takes, and of one that sleeps what stays on the disk',
  async (t) => {
    const { resources, busy, runtime } = platform.venues;
    const venue = await newVenue(platform, admin);
    t.like(await one(venue.id), { cpu_percent: null, memory_bytes: null, disk_bytes: null });
    await until(async () => {
      await busy.look();
      return busy.loads().length > 0;
    }, 'its load is known');
    await resources.look();
    await resources.measureDatabases();
    const awake = await one(venue.id);
    t.true(awake.memory_bytes > 1e7);
    t.true(awake.cpu_percent >= 0);
    t.true(awake.database_bytes > 1e6);
    t.true(awake.disk_bytes > 0);
    const { body } = await admin.call('GET', `/api/admin/tenants/${venue.id}`);
    t.is(body.tenant.memory_bytes, awake.memory_bytes);

    await runtime.stop(venue.id);
    await resources.look();
    const asleep = await one(venue.id);
    t.like(asleep, { cpu_percent: null, memory_bytes: null, database_bytes: awake.database_bytes });
    t.true(asleep.disk_bytes > 0);
  },
);

test.serial('a load that nobody has refreshed is not shown: the process that measured it may have died', async (t) => {
  const venue = await newVenue(platform, admin);
  const sample = { cpu_percent: 40, memory_bytes: 5e7, load_measured_at: new Date(Date.now() - 4 * 60_000) };
  const put = (row: object) =>
    platform
      .db('tenant_resources')
      .insert({ tenant_id: venue.id, ...row })
      .onConflict('tenant_id')
      .merge();
  await put(sample);
  t.like(await one(venue.id), { cpu_percent: null, memory_bytes: null });
  await put({ ...sample, load_measured_at: new Date() });
  t.like(await one(venue.id), { cpu_percent: 40, memory_bytes: 5e7 });
  await platform.venues.runtime.stop(venue.id);
});

test.serial('the list is sorted by each of them on the server, those without a figure last', async (t) => {
  const ids: string[] = await platform.db('tenants').orderBy('number').pluck('id');
  const [first, second] = ids;
  const third = (await newVenue(platform, admin)).id;
  await platform.venues.runtime.stop(third);
  await platform.db('tenant_resources').delete();
  const at = { load_measured_at: new Date() };
  await platform.db('tenant_resources').insert([
    { tenant_id: first, cpu_percent: 5, memory_bytes: 7e9, database_bytes: 3e9, disk_bytes: 1, ...at },
    { tenant_id: second, cpu_percent: 90, memory_bytes: 6e9, database_bytes: 9e9, disk_bytes: 2, ...at },
  ]);
  const by = async (sort: string, order: string) =>
    (await listed(`sortBy=${sort}&sortOrder=${order}`)).map(({ id }: { id: string }) => id);
  t.deepEqual(await by('cpu_percent', 'desc'), [second, first, third]);
  t.deepEqual(await by('cpu_percent', 'asc'), [first, second, third]);
  t.deepEqual(await by('memory_bytes', 'desc'), [first, second, third]);
  t.deepEqual(await by('database_bytes', 'desc'), [second, first, third]);
  t.deepEqual(await by('disk_bytes', 'asc'), [first, second, third]);
  const statements = await notePlatform(() => by('database_bytes', 'desc'));
  t.false(
    statements.some((sql) => sql.includes('pg_database_size')),
    'a list measures nothing',
  );
});

test.serial('a database is measured again only when its venue was used since', async (t) => {
  const { resources } = platform.venues;
  const before = platform.db.raw(`now() - interval '1 hour'`);
  // its own watch would write later that they were used
  await platform.venues.runtime.flushUse();
  await platform.db('tenants').update({ last_active_at: before, endpoint: null });
  await resources.measureDatabases();
  const quiet = await notePlatform(() => resources.measureDatabases());
  t.false(quiet.some((sql) => sql.includes('pg_database_size')));
  const [id] = await platform.db('tenants').orderBy('number').pluck('id');
  await platform.db('tenants').where({ id }).update({ last_active_at: new Date() });
  const used = await notePlatform(() => resources.measureDatabases());
  t.is(used.filter((sql) => sql.includes('pg_database_size')).length, 1);
  await platform.db('tenants').where({ id }).update({ last_active_at: before });

  await platform.db('tenants').where({ id }).update({ purged_at: new Date(), status: 'deleted' });
  await platform.db('tenant_resources').where({ tenant_id: id }).update({ database_measured_at: null });
  const gone = await notePlatform(() => resources.measureDatabases());
  t.false(
    gone.some((sql) => sql.includes('pg_database_size')),
    'one that is gone for good has none',
  );
});
