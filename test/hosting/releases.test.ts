import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '@ostatok/kit/node/db.ts';
import test, { type ExecutionContext } from 'ava';
import { serverUrl } from '../support/database/postgres.ts';
import { createFleet, type Fleet } from '../support/hosting/fleet.ts';
import { badReleases, makeRelease } from '../support/hosting/made-releases.ts';
import { newOwner, startTestPlatform, type TestPlatform, type TestVenue } from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';
import { venuePid } from '../support/venue/venue-pid.ts';

/** Thirty were measured by hand; the suite takes some of them. */
const VENUES = Number(process.env.OSTATOK_VENUES ?? 5);

let platform: TestPlatform;
let fleet: Fleet;
test.before(async () => {
  platform = await startTestPlatform({ TENANT_IDLE_MINUTES: '0' });
  fleet = await createFleet(platform);
});
test.after.always(() => platform?.stop());
// the next test has the memory of the machine
test.afterEach.always(() => fleet?.removeAll());

const databaseOf = ({ id }: TestVenue): string => serverUrl().replace(/\/[^/]*$/, `/${id}`);

async function tablesOf(venue: TestVenue): Promise<string[]> {
  const db = connect(databaseOf(venue), { max: 1 });
  try {
    return await db('pg_tables').where({ schemaname: 'public' }).pluck('tablename');
  } finally {
    await db.destroy();
  }
}

test.serial('a request that lasts long is waited for, and others are answered meanwhile', async (t) => {
  const [venue] = (await fleet.newVenues(1)) as [TestVenue];
  const { body } = await venue.call('POST', '/api/items', { name: 'Ром', unit: 'л', quantity: 0 });
  const { endpoint } = await platform.db('tenants').where({ id: venue.id }).first('endpoint');
  const change = { id: randomUUID(), itemId: body.item.id, delta: 1, source: 'web' };
  const text = JSON.stringify({ changes: [change] });
  const long = request(`${endpoint}/api/changes`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${venue.token}`,
      'content-type': 'application/json',
      'content-length': text.length,
    },
  });
  const answered = once(long, 'response');
  long.write(text.slice(0, 10));
  // a younger one is not taken for long
  await sleep(1_100);
  await fleet.use(await makeRelease(platform, 'good'));
  const updated = fleet.updateAll();
  const processes = async (): Promise<number> =>
    (await readdir(join(platform.home, 'tenants'))).filter((name) =>
      new RegExp(`^${venue.id}\\.\\d+\\.pid$`).test(name),
    ).length;
  await until(async () => (await processes()) === 2, 'the new instance is beside it');

  for (let asked = 0; asked < 20; asked += 1) t.is((await venue.call('GET', '/api/items')).status, 200);
  t.is(await processes(), 2);
  long.end(text.slice(10));

  const [answer] = await answered;
  t.is(answer.statusCode, 200);
  answer.resume();
  t.like((await updated).operation, { status: 'done', done: 1 });
  t.is((await venue.call('GET', `/api/items/${body.item.id}`)).body.item.quantity, 1);
});

/** Holds the venue's items as a backup does, until the returned function is called. */
async function holdItems(t: ExecutionContext, venue: TestVenue): Promise<() => Promise<void>> {
  const db = connect(databaseOf(venue), { max: 1 });
  const reading = await db.transaction();
  const end = async (): Promise<void> => {
    await reading.rollback();
    await db.destroy();
  };
  t.teardown(end);
  await reading.raw('lock table items in access share mode');
  return end;
}

test.serial('a venue whose tables are in use keeps its release for now, and the new one is not blamed', async (t) => {
  const [awake, asleep] = (await fleet.newVenues(2)) as [TestVenue, TestVenue];
  const present = await platform.venues.releases.defaultHere();
  await platform.venues.runtime.stop(asleep.id);
  const release = await makeRelease(platform, 'alters items');
  await fleet.use(release);
  const letGo = await Promise.all([awake, asleep].map((venue) => holdItems(t, venue)));
  const outcomes = async () =>
    (await fleet.rowsOf([awake, asleep])).map(({ version, failed_release, update_state, start_failed_at }) => [
      version,
      failed_release ?? update_state ?? start_failed_at,
    ]);

  const { operation, items } = await fleet.updateAll();
  t.is((await asleep.call('GET', '/api/items')).status, 200);

  t.like(operation, { failed: 0, skipped: 2 });
  t.regex(items[0]?.message ?? '', /^Пока на прежнем выпуске: данные заведения сейчас заняты.+в ближайшие минуты сам$/);
  t.deepEqual(await outcomes(), [
    [present, null],
    [present, null],
  ]);
  t.true((await fleet.attention()).includes('updates_late'));
  await platform.updates.late.look();
  t.deepEqual(await outcomes(), [
    [present, null],
    [present, null],
  ]);
  for (const end of letGo) await end();
  await platform.updates.late.look();
  t.false((await fleet.attention()).includes('updates_late'));
  t.deepEqual(await outcomes(), [
    [release, null],
    [release, null],
  ]);
});

test.serial('a venue that wakes on a bad release comes back by itself, until the release is stopped', async (t) => {
  const venues = await fleet.newVenues(4);
  const present = await platform.venues.releases.defaultHere();
  for (const { id } of venues) await platform.venues.runtime.stop(id);
  const bad = await makeRelease(platform, 'crashes at its start');
  await fleet.use(bad);

  for (const venue of venues) t.is((await venue.call('GET', '/api/items')).status, 200);

  const rows = await fleet.rowsOf(venues);
  t.deepEqual(new Set(rows.map(({ version }) => version)), new Set([present]));
  t.deepEqual(
    rows.map(({ failed_release, update_state }) => [failed_release, update_state]),
    [...Array.from({ length: 3 }, () => [bad, 'recovered']), [null, null]],
  );
  t.regex(rows[0].update_note, /broken on purpose/);
  t.is(rows.filter(({ start_failed_at }) => start_failed_at !== null).length, 0);
});

test.serial('a venue that crashes twice soon after it took a release goes back to the one before', async (t) => {
  const [venue] = (await fleet.newVenues(1)) as [TestVenue];
  const present = await platform.venues.releases.defaultHere();
  const later = await makeRelease(platform, 'good');
  await fleet.use(later);
  t.like((await fleet.updateAll()).operation, { status: 'done', done: 1 });
  t.is((await fleet.rowsOf([venue]))[0].version, later);

  const first = await venuePid(platform.home, venue.id);
  process.kill(first, 'SIGKILL');
  const pid = (): Promise<number> => venuePid(platform.home, venue.id).catch(() => first);
  await until(
    async () => (await pid()) !== first && (await platform.venues.runtime.state(venue.id)) === 'running',
    'it is restarted',
  );
  t.is((await fleet.rowsOf([venue]))[0].version, later, 'one crash may have any cause');
  process.kill(await pid(), 'SIGKILL');

  await until(async () => (await fleet.rowsOf([venue]))[0].version === present, 'it is back');
  t.is((await venue.call('GET', '/api/items')).status, 200);
  t.like((await fleet.rowsOf([venue]))[0], { failed_release: later, update_state: 'recovered' });
  const [left] = (await fleet.updateAll()).items;
  t.is(left?.status, 'skipped');
  t.regex(left?.message ?? '', /уже не заработало\. Попробовать снова: ostatok tenants update/);
  t.is(
    (await fleet.admin.call('POST', `/api/admin/tenants/${venue.id}/update`, {})).body.message,
    'Обновлено заведений: 1',
  );
  t.is((await fleet.rowsOf([venue]))[0].version, later);
});

test.serial('a venue keeps to the release that it is pinned to, and a release that is needed stays', async (t) => {
  const [pinned, free] = (await fleet.newVenues(2)) as [TestVenue, TestVenue];
  const present = await platform.venues.releases.defaultHere();
  const pin = (image: string | null) => fleet.admin.call('POST', `/api/admin/tenants/${pinned.id}/pin`, { image });
  t.like(await pin(present), { status: 200, body: { release: present } });
  const later = await makeRelease(platform, 'good');
  await fleet.use(later);

  await fleet.updateAll();
  for (const { id } of [pinned, free]) await platform.venues.runtime.stop(id);
  for (const venue of [pinned, free]) t.is((await venue.call('GET', '/api/items')).status, 200);

  t.deepEqual(new Set((await fleet.rowsOf([pinned, free])).map(({ version }) => version)), new Set([present, later]));
  t.is((await fleet.rowsOf([pinned]))[0].version, present);
  t.is((await fleet.admin.call('DELETE', `/api/admin/images/${present}`)).status, 409);
  t.is((await pin(null)).body.message, 'Следует за выпуском всех');
  await fleet.updateAll();
  t.is((await fleet.rowsOf([pinned]))[0].version, later);
  t.is((await pin('0123456789ab')).status, 404);
  const stranger = await newOwner(platform);
  for (const path of [`/api/admin/images/${later}/use`, `/api/admin/tenants/${pinned.id}/pin`])
    t.is((await stranger.call('POST', path, { image: null })).status, 403);
});

// with venues that stay, so after those that update all venues of their own
test.serial(
  'a venue of a release from before signed calls is called as before, one of a later release by signatures',
  async (t) => {
    const [venue] = (await fleet.newVenues(1)) as [TestVenue];
    const { runtime, releases } = platform.venues;
    const earlier = await makeRelease(platform, 'takes no signed calls');
    await fleet.use(earlier);
    t.like((await fleet.updateAll()).operation, { status: 'done', done: 1 });

    t.is((await runtime.stats(venue.id)).itemCount, 0);
    t.false(await releases.isSigned(earlier));
    await runtime.stop(venue.id);
    t.is((await venue.call('GET', '/api/items')).status, 200);

    const later = await makeRelease(platform, 'good');
    await fleet.use(later);
    t.like((await fleet.updateAll()).operation, { status: 'done', done: 1 });
    t.is((await runtime.stats(venue.id)).itemCount, 0);
    t.true(await releases.isSigned(later));
  },
);

test.serial('venues that are awake take a new release while they are written to', async (t) => {
  const venues = await fleet.keptVenues(VENUES);
  const before = await Promise.all(venues.map(({ id }) => venuePid(platform.home, id)));
  const stopWriting = await fleet.writeTo(venues);
  const release = await makeRelease(platform, 'good');
  t.is((await fleet.use(release)).status, 200);

  const { operation, items } = await fleet.updateAll();

  const written = await stopWriting();
  t.like(operation, { status: 'done', failed: 0, done: VENUES });
  t.deepEqual([...new Set(items.map(({ message }) => message))], ['Обновлено']);
  t.deepEqual(written.refused, []);
  t.deepEqual(written.found, written.expected);
  const after = await Promise.all(venues.map(({ id }) => venuePid(platform.home, id)));
  t.true(after.every((pid, at) => pid !== before[at]));
  t.deepEqual(new Set((await fleet.rowsOf(venues)).map(({ version }) => version)), new Set([release]));
});

for (const kind of badReleases) {
  test.serial(`of a release that ${kind} the first venues come back, and no other takes it`, async (t) => {
    const venues = await fleet.keptVenues(VENUES);
    const present = await platform.venues.releases.defaultHere();
    const stopWriting = await fleet.writeTo(venues);
    const bad = await makeRelease(platform, kind);
    await fleet.use(bad);

    const { operation, items } = await fleet.updateAll();

    const written = await stopWriting();
    t.like(operation, { status: 'failed', failed: 3, skipped: VENUES - 3 });
    const failures = items.filter(({ status }) => status === 'failed');
    for (const { message } of failures)
      t.regex(message ?? '', /^Новый выпуск не заработал: .+\. Заведение работает на прежнем$/);
    t.deepEqual(written.refused, []);
    t.deepEqual(written.found, written.expected);
    const rows = await fleet.rowsOf(venues);
    t.deepEqual(new Set(rows.map(({ version }) => version)), new Set([present]));
    t.is(rows.filter(({ failed_release }) => failed_release === bad).length, 3);
    t.is(rows.filter(({ update_state }) => update_state === 'recovered').length, 3);
    const { body } = await fleet.admin.call('GET', `/api/admin/images?search=${bad}`);
    t.like(body.images[0], { is_default: false, in_use: false });
    t.regex(body.images[0].stopped.reason, /3$/);
    const [last] = await platform.db('activity').where({ action: 'release.stopped' }).orderBy('id', 'desc');
    t.regex(last.description, new RegExp(bad));
    t.true((await fleet.attention()).includes('release_stopped'), 'administrators are told');
    await fleet.use(present);
    t.false((await fleet.attention()).includes('release_stopped'), 'until they have chosen');
    if (kind === 'fails to migrate') {
      t.false((await tablesOf(venues[0] as TestVenue)).includes('half_done'), 'half a migration is none');
      const tried = rows.filter(({ failed_release }) => failed_release === bad).map(({ id }) => id);
      t.is((await platform.db('backups').whereIn('tenant_id', tried).where({ status: 'done' })).length, 3);
    }
    t.log(failures[0]?.message);
  });
}
