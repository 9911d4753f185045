import test from 'ava';
import { archivePath, download, filesIn, orderFrom, upload } from '../../support/archives/archives.ts';
import { createClock, DAY } from '../../support/platform/api.ts';
import {
  call,
  callVenue,
  newOwner,
  newVenue,
  startTestPlatform,
  type TestOwner,
  type TestPlatform,
} from '../../support/platform/platform.ts';
import { until } from '../../support/run/until.ts';

const clock = createClock();
const disk = { total: 2 ** 41, free: 2 ** 40, usedPercent: 50 };
let platform: TestPlatform;
let admin: TestOwner;
test.before(async () => {
  platform = await startTestPlatform({}, { now: clock.now, measureDisk: async () => disk });
  admin = await newOwner(platform);
  await platform.db('users').where({ id: admin.userId }).update({ role: 'admin' });
  admin.token = (await call(platform.url, 'POST', '/api/auth/login', { body: admin })).body.token;
});
test.after.always(() => platform?.stop());

test.serial('an archive is the owner’s alone, of a venue that is there', async (t) => {
  const owner = await newOwner(platform);
  const stranger = await newOwner(platform);
  const venue = await newVenue(platform, owner);

  t.is((await download(platform, stranger.token, archivePath(venue.id))).status, 404);
  t.is((await download(platform, owner.token, archivePath('tnobody00000'))).status, 404);
  t.is((await call(platform.url, 'GET', archivePath(venue.id))).status, 401);
  t.is((await download(platform, owner.token, `/api/admin/tenants/${venue.id}/archive.zip`)).status, 403);
  t.like((await owner.call('GET', '/api/auth/export-data')).body.tenants[0], {
    archive: archivePath(venue.id).replace('/api', ''),
  });
  await platform.db('tenants').where({ id: venue.id }).update({ status: 'creating' });
  t.is((await download(platform, owner.token, archivePath(venue.id))).status, 409);
  await platform.db('tenants').where({ id: venue.id }).update({ status: 'active' });
  await owner.call('DELETE', `/api/provision/tenant/${venue.id}`);
  t.is((await download(platform, owner.token, archivePath(venue.id))).status, 404);
  t.like((await owner.call('GET', '/api/auth/export-data')).body.tenants[0], { archive: null });
});

test.serial(
  'whoever has not paid takes the archive all the same; the venue lets nobody in and stops again',
  async (t) => {
    const { runtime, host } = platform.venues;
    const owner = await newOwner(platform);
    const venue = await newVenue(platform, owner);
    await venue.call('POST', '/api/items', { name: 'Джин', unit: 'л', quantity: 0.7 });
    const suspended = { status: 'suspended', suspended_by: 'billing', suspended_at: new Date() };
    // the periodic work resumes venues whose subscription runs
    await platform.db('subscriptions').where({ user_id: owner.userId }).update({ status: 'expired' });
    await platform.db('tenants').where({ id: venue.id }).update(suspended);
    const items = () => callVenue(platform, venue.subdomain, 'GET', '/api/items', { token: venue.token });
    await until(async () => (await items()).status === 403, 'the ingress knows');
    await runtime.stop(venue.id);

    const { status, bytes } = await download(platform, owner.token, archivePath(venue.id));

    t.is(status, 200);
    t.regex(String((await filesIn(bytes)).get('data/items.csv')), /Джин.*0\.700/);
    t.is((await items()).status, 403);
    await until(async () => (await host.state(venue.id)) === 'asleep', 'it stops again');
  },
);

test.serial(
  'who took an archive is told in the security log, and of an administrator in the activity too',
  async (t) => {
    const owner = await newOwner(platform);
    const venue = await newVenue(platform, owner);
    const target = `tenant:${venue.id}`;
    await download(platform, owner.token, archivePath(venue.id));
    const file = await download(platform, admin.token, `/api/admin/tenants/${venue.id}/archive.zip`);
    t.deepEqual([file.status, file.type], [200, 'application/zip']);
    t.true((await filesIn(file.bytes)).has('manifest.json'));

    const events = await platform
      .db('security_events')
      .where({ target, event: 'export.archive' })
      .orderBy('id')
      .select('user_id', 'actor_id');
    t.deepEqual(
      events.map((event) => ({ ...event })),
      [
        { user_id: owner.userId, actor_id: null },
        { user_id: owner.userId, actor_id: admin.userId },
      ],
    );
    const acts = await platform.db('activity').where({ target, action: 'tenant.archived' }).pluck('actor_id');
    t.deepEqual(acts, [admin.userId]);
  },
);

test.serial('an administrator opens a venue for its owner from an archive that nobody else may use', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  await venue.call('POST', '/api/items', { name: 'Джин', unit: 'л', quantity: 0.7 });
  const { bytes } = await download(platform, owner.token, archivePath(venue.id));
  const uploaded = await upload(platform, admin.token, bytes);
  t.is(uploaded.status, 201, JSON.stringify(uploaded.body));
  const { id } = uploaded.body.archive;

  const { made: refused, order } = await orderFrom(platform, owner, id);
  t.like(refused, { status: 404, body: { code: 'archive_not_found' } });
  const ordered = await admin.call('POST', '/api/admin/tenants', { ...order, owner: owner.email });
  t.is(ordered.status, 202, JSON.stringify(ordered.body));
  const tenant = ordered.body.tenant.tenant_id;
  const look = async () => (await admin.call('GET', `/api/admin/tenants/${tenant}/provision`)).body;
  await until(async () => (await look()).provision.status !== 'running', 'it is made');
  t.like(await look(), { status: 'active', provision: { status: 'done' } });
  t.deepEqual((await look()).provision.steps.map(({ label }: { label: string }) => label).slice(0, 4), [
    'Проверка токена бота',
    'Создание базы данных',
    'Загрузка данных из архива',
    'Запуск заведения',
  ]);
  const stranger = await platform.db('tenants').where({ id: tenant }).first('owner_id');
  t.is(stranger.owner_id, owner.userId);
});

test.serial('an archive waits for a day, and an owner’s older ones give way', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  const { bytes } = await download(platform, owner.token, archivePath(venue.id));
  const ids: string[] = [];
  for (let times = 0; times < 4; times += 1) {
    ids.push((await upload(platform, owner.token, bytes)).body.archive.id);
    clock.pass(1000);
  }
  const [first = '', second = '', , last = ''] = ids;

  t.is((await orderFrom(platform, owner, first)).made.status, 404);
  t.is((await orderFrom(platform, owner, second)).made.status, 201);
  clock.pass(DAY + 1000);
  const { token } = (await call(platform.url, 'POST', '/api/auth/login', { body: owner })).body;
  const later: TestOwner = {
    ...owner,
    call: (method, path, body) => call(platform.url, method, path, { token, body }),
  };
  t.like((await orderFrom(platform, later, last)).made, { status: 404, body: { code: 'archive_not_found' } });
});

test.serial('no archive is taken where no venue may be opened, or where the disk would be full', async (t) => {
  const owner = await newOwner(platform, 'starter');
  const venue = await newVenue(platform, owner);
  const { bytes } = await download(platform, owner.token, archivePath(venue.id));

  t.like(await upload(platform, owner.token, bytes), { status: 403, body: { code: 'tenant_limit' } });
  await owner.call('DELETE', `/api/provision/tenant/${venue.id}`);
  disk.free = 2 ** 30;
  t.like(await upload(platform, owner.token, bytes), { status: 503, body: { code: 'no_space' } });
  disk.free = 2 ** 40;
  t.is((await upload(platform, owner.token, bytes)).status, 201);
});

test.serial('data that the plan does not hold makes no venue', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  const { bytes } = await download(platform, owner.token, archivePath(venue.id));
  const { id } = (await upload(platform, owner.token, bytes)).body.archive;
  const plan = await platform.db('subscriptions').where({ user_id: owner.userId }).first('plan_id');
  const { max_storage_mb } = await platform.db('plans').where({ id: plan.plan_id }).first('max_storage_mb');
  await platform.db('plans').where({ id: plan.plan_id }).update({ max_storage_mb: 1 });

  const { made } = await orderFrom(platform, owner, id);

  await platform.db('plans').where({ id: plan.plan_id }).update({ max_storage_mb });
  t.like(made, { status: 422, body: { code: 'archive_over_plan' } }, JSON.stringify(made.body));
  t.is((await orderFrom(platform, owner, id)).made.status, 201, 'the file is still there');
});
