import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditFinding, CleanupAction, QuarantineItem } from '@ostatok/api/contract/cleanup.ts';
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import test from 'ava';
import { createClock, DAY, MINUTE } from '../support/api.ts';
import { letPass } from '../support/let-pass.ts';
import {
  call,
  callVenue,
  newBot,
  newOwner,
  newVenue,
  type Reply,
  startTestPlatform,
  type TestOwner,
  type TestPlatform,
  type TestVenue,
} from '../support/platform.ts';
import { serverUrl } from '../support/postgres.ts';
import { until } from '../support/until.ts';

const clock = createClock();
/** The step at which provisioning breaks off, and the tenants for which it has. */
let stuckAt: string | undefined;
const stuck = new Set<string>();
/** Whether cleanup breaks off just before it sets something aside, as in a crash. */
let breaksOff = false;
/** Makes cleanup wait for `opened` at that point, after it has called `entered`. */
let hold: { entered: () => void; opened: Promise<void> } | undefined;
/** Stands in for an ingress that keeps a file per tenant; `sites` returns the files that have our mark. */
let sitesFolder: string;
const siteFiles = {
  sites: async () => (await readdir(sitesFolder)).filter((name) => !name.includes('quarantine')),
  setAside: async (site: string, name: string) => {
    if (existsSync(join(sitesFolder, site))) await rename(join(sitesFolder, site), join(sitesFolder, name));
  },
  putBack: async (site: string, name: string) => {
    if (existsSync(join(sitesFolder, name))) await rename(join(sitesFolder, name), join(sitesFolder, site));
  },
  dropAside: (name: string) => rm(join(sitesFolder, name), { force: true }),
};

let platform: TestPlatform;
let admin: TestOwner;
let server: Knex;
const made: string[] = [];

test.before(async () => {
  sitesFolder = join('/tmp', `sites-${randomBytes(5).toString('hex')}`);
  await mkdir(sitesFolder);
  platform = await startTestPlatform(
    { TENANT_IDLE_MINUTES: '0' },
    {
      now: clock.now,
      siteFiles,
      async onQuarantine(moment) {
        if (moment !== 'taking') return;
        if (breaksOff) throw new Error('the setting aside broke off');
        hold?.entered();
        await hold?.opened;
      },
      async onStep(moment, step) {
        if (moment !== 'started' || step !== stuckAt) return;
        for (const id of await platform.db('tenants').where({ status: 'creating' }).pluck('id')) stuck.add(id);
        throw new Error('the making broke off');
      },
    },
  );
  server = connect(serverUrl(), { max: 3 });
  admin = await newOwner(platform);
  await platform.db('users').where({ id: admin.userId }).update({ role: 'admin', email_verified: true });
  platform.accounts.sessions.forget(admin.userId);
});
test.after.always(async () => {
  await platform?.stop();
  const left = await server('pg_database').whereRaw(`datname like 'quarantine%'`).pluck('datname');
  for (const name of made) {
    const databases = [name, ...left.filter((one: string) => one.includes(name))];
    for (const database of databases) await server.raw('drop database if exists ?? with (force)', [database]);
    await server.raw('drop role if exists ??', [name]);
  }
  await server.destroy();
  await rm(sitesFolder, { recursive: true, force: true });
});

/** Passes more time than a session lasts. */
async function pass(ms: number): Promise<void> {
  await letPass(clock, platform.accounts.trustedClock, ms);
  await signIn();
}
async function signIn(): Promise<void> {
  const { email, password } = admin;
  const { body } = await call(platform.url, 'POST', '/api/auth/login', { body: { email, password } });
  if (!body.token) throw new Error(JSON.stringify(body));
  admin.call = (method, path, given) => call(platform.url, method, path, { token: body.token, body: given });
}
const newId = (): string => `t${randomBytes(5).toString('hex')}`;

/** Creates a database and a role as provisioning does: `mark` is on both, or on neither. */
async function strayDatabase(mark: string | null): Promise<string> {
  const id = newId();
  made.push(id);
  await server.raw('create role ?? login', [id]);
  await server.raw('create database ?? owner ??', [id, id]);
  if (mark !== null) {
    await server.raw(`comment on database "${id}" is '${mark}'`);
    await server.raw(`comment on role "${id}" is '${mark}'`);
  }
  return id;
}
const ourMark = (): Promise<string> => platform.venues.installation.mark();
const plan = (action: CleanupAction): Promise<Reply> =>
  admin.call('POST', '/api/admin/tenants/cleanup/plan', { action });
const clean = (action: CleanupAction, more: object = {}): Promise<Reply> =>
  admin.call('POST', '/api/admin/tenants/cleanup', { action, ...more });
const restore = (id: string): Promise<Reply> => admin.call('POST', `/api/admin/tenants/quarantine/${id}/restore`);

async function quarantined(key: string): Promise<QuarantineItem | undefined> {
  const { body } = await admin.call('GET', `/api/admin/tenants/quarantine?search=${key}`);
  return body.quarantine[0];
}
async function databaseOf(id: string): Promise<{ names: string[]; login: boolean | undefined }> {
  const names = await server('pg_database')
    .whereRaw('datname like ?', [`%${id}%`])
    .pluck('datname');
  const role = await server('pg_roles').where({ rolname: id }).first('rolcanlogin');
  return { names, login: role?.rolcanlogin };
}
async function findings(): Promise<AuditFinding[]> {
  return (await admin.call('GET', '/api/admin/tenants/audit?limit=1')).body.audit.findings;
}
async function testVenue(owner: TestOwner): Promise<TestVenue> {
  const venue = await newVenue(platform, owner);
  const subdomain = `test-${randomBytes(4).toString('hex')}`;
  await platform.db('tenants').where({ id: venue.id }).update({ subdomain });
  return {
    ...venue,
    subdomain,
    call: (method, path, body) => callVenue(platform, subdomain, method, path, { token: venue.token, body }),
  };
}

test.serial(
  'a database without a venue is quarantined, brought back as it was, and gone after seven days',
  async (t) => {
    const id = await strayDatabase(await ourMark());
    const inside = connect(serverUrl().replace(/\/[^/]*$/, `/${id}`), { max: 1 });
    inside.on('error', () => undefined);
    await inside.raw('create table kept (what text)');
    await inside('kept').insert({ what: 'бутылки' });

    const planned = await plan('orphaned_db');
    const item = planned.body.plan.items.find(({ key }: { key: string }) => key === id);
    t.true(item.bytes > 1_000_000);
    t.regex(item.what, /7 дней/);
    const done = await clean('orphaned_db', { planId: planned.body.plan.id, keys: [id] });
    await inside.destroy().catch(() => undefined);

    t.like(done, {
      status: 200,
      body: { success: true, deleted: 1, found: 1, operation: { status: 'done', done: 1 } },
    });
    const aside = await databaseOf(id);
    t.regex(aside.names[0] ?? '', new RegExp(`^quarantine_${id}_\\d{8}$`));
    t.is(aside.login, false);
    t.false((await findings()).some(({ key }) => key === id));
    const kept = await quarantined(id);
    t.like(kept, { action: 'orphaned_db', key: id, status: 'kept' });
    t.is(Date.parse(kept?.purge_at ?? '') - Date.parse(kept?.quarantined_at ?? ''), 7 * DAY);

    t.like(await restore(kept?.id ?? ''), { status: 200, body: { item: { status: 'restored' } } });
    t.deepEqual(await databaseOf(id), { names: [id], login: true });
    const again = connect(serverUrl().replace(/\/[^/]*$/, `/${id}`), { max: 1 });
    t.is((await again('kept').first('what')).what, 'бутылки');
    await again.destroy();
    t.like(await restore(kept?.id ?? ''), { status: 409, body: { code: 'already_restored' } });

    await clean('orphaned_db', { keys: [id] });
    await pass(7 * DAY - MINUTE);
    await platform.cleanup.sweep();
    t.is((await databaseOf(id)).names.length, 1);
    await pass(2 * MINUTE);
    await platform.cleanup.sweep();
    t.deepEqual(await databaseOf(id), { names: [], login: undefined });
    t.is((await quarantined(id))?.status, 'purged');
  },
);

test.serial('what another installation has made, or nobody has marked, is never touched', async (t) => {
  const theirs = await strayDatabase('ostatok:11111111-1111-4111-8111-111111111111');
  const nobodys = await strayDatabase(null);
  const ours = await strayDatabase(await ourMark());
  const unasked = await strayDatabase(await ourMark());

  const shown = await findings();
  t.false(shown.some(({ key }) => key === theirs));
  t.like(
    shown.find(({ key }) => key === nobodys),
    { ours: false },
  );
  const { body } = await clean('orphaned_db', { keys: [theirs, nobodys, ours] });

  t.like(body, { deleted: 1, found: 1 });
  t.deepEqual(await databaseOf(theirs), { names: [theirs], login: true });
  t.deepEqual(await databaseOf(nobodys), { names: [nobodys], login: true });
  t.deepEqual((await databaseOf(ours)).names.length, 1);
  t.is((await quarantined(ours))?.status, 'kept');
  t.deepEqual(await databaseOf(unasked), { names: [unasked], login: true }, 'only what was asked for goes');
  await server.raw(`comment on role "${unasked}" is null`);
  t.like(
    (await clean('orphaned_db', { keys: [unasked] })).body,
    { found: 0 },
    'a mark on the database alone is not ours',
  );
  await server.raw(`comment on role "${unasked}" is '${await ourMark()}'`);
  const told = await platform
    .db('activity')
    .where({ action: 'cleanup.orphaned_db', target: `operation:${body.operation.id}` })
    .first();
  t.like(told, { actor_id: admin.userId, description: 'Очистка: базы данных без заведений (1)' });
  await clean('orphaned_db', { keys: [unasked] });
});

test.serial(
  'a plan that is old, or not of this action, is refused, and what has changed since is skipped',
  async (t) => {
    const id = await strayDatabase(await ourMark());
    const { body } = await plan('orphaned_db');

    t.like(await clean('test_tenants', { planId: body.plan.id }), { status: 400, body: { code: 'other_plan' } });
    await server.raw('drop database ??', [id]);
    const skipped = await clean('orphaned_db', { planId: body.plan.id, keys: [id] });
    t.like(skipped.body, { deleted: 0, operation: { skipped: 1 } });
    t.deepEqual(await databaseOf(id), { names: [], login: true });
    await pass(16 * MINUTE);
    t.like(await clean('orphaned_db', { planId: body.plan.id }), { status: 410, body: { code: 'plan_expired' } });
    await server.raw('drop role ??', [id]);
  },
);

test.serial('every action that finds nothing says so', async (t) => {
  for (const action of ['orphaned_containers', 'test_tenants', 'deleted_tenants', 'orphaned_nginx'] as const) {
    t.like(await clean(action), {
      status: 200,
      body: { success: true, found: 0, message: 'Очищать нечего', operation: null },
    });
  }
  t.like((await clean('fix_mismatches')).body, { fixed: 0, checked: 0, operation: null });
  t.like((await clean('orphaned_db', { keys: ['tnothing001'] })).body, { deleted: 0, found: 0 });
});

test.serial(
  'of all venues only those at test- addresses go, and come back with their data and their bot',
  async (t) => {
    const owner = await newOwner(platform);
    const real = await newVenue(platform, owner);
    const trial = await testVenue(owner);
    const near = await newVenue(platform, owner);
    await platform
      .db('tenants')
      .where({ id: near.id })
      .update({ subdomain: `my-test-${near.subdomain}` });
    await trial.call('POST', '/api/items', { name: 'Джин', unit: 'л' });
    const making = {
      ...(await platform.db('tenants').where({ id: near.id }).first()),
      id: newId(),
      status: 'creating',
    };
    delete making.number;
    await platform.db('tenants').insert({ ...making, subdomain: 'test-making', bot_id: 1 });

    const [one, two] = await Promise.all([clean('test_tenants'), clean('test_tenants')]);

    const done = [one, two].find(({ status }) => status === 200);
    t.like(done?.body, { deleted: 1, found: 1 });
    t.true([200, 409].includes(one.status) && [200, 409].includes(two.status));
    t.is((await trial.call('GET', '/api/items')).status, 404);
    t.is(await platform.venues.runtime.state(trial.id), 'not_found');
    t.is((await databaseOf(trial.id)).login, false);
    t.is((await real.call('GET', '/api/items')).status, 200);
    const statuses = await platform.db('tenants').whereIn('id', [real.id, near.id]).pluck('status');
    t.deepEqual(statuses, ['active', 'active']);
    t.is(await platform.db('tenants').where({ id: making.id, status: 'creating' }).delete(), 1, 'nor one being made');

    const row = await quarantined(trial.subdomain);
    t.like(await restore(row?.id ?? ''), { status: 200 });
    const items = await trial.call('GET', '/api/items');
    t.is(items.body.items[0].name, 'Джин');
    const { bot_token_sealed } = await platform.db('tenants').where({ id: trial.id }).first('bot_token_sealed');
    t.not(bot_token_sealed, '');
  },
);

test.serial(
  'a test venue whose address was taken meanwhile stays in quarantine, and goes for good in time',
  async (t) => {
    const owner = await newOwner(platform);
    const trial = await testVenue(owner);
    await clean('test_tenants', { keys: [trial.id] });
    const row = await quarantined(trial.subdomain);
    const bot = await newBot(platform);
    await owner.call('POST', '/api/provision/create', {
      subdomain: trial.subdomain,
      botToken: bot.token,
      adminUsername: 'boss',
    });

    t.like(await restore(row?.id ?? ''), { status: 409, body: { code: 'subdomain_taken' } });
    t.is((await quarantined(trial.id))?.status, 'kept');
    t.is((await databaseOf(trial.id)).login, false);
    await pass(7 * DAY + MINUTE);
    await platform.cleanup.sweep();

    t.is((await quarantined(trial.id))?.status, 'purged');
    t.deepEqual((await databaseOf(trial.id)).names, []);
  },
);

test.serial('files of no venue are moved aside and back, and go after seven days', async (t) => {
  const id = newId();
  const folder = join(platform.home, 'tenants', id);
  await mkdir(join(folder, 'tmp'), { recursive: true });
  await writeFile(join(folder, 'tmp', 'note'), 'x'.repeat(5000));
  await writeFile(`${folder}.log`, 'a line\n');

  const { body } = await plan('orphaned_containers');
  const item = body.plan.items.find(({ key }: { key: string }) => key === id);
  t.true(item.bytes > 5000);
  t.like((await clean('orphaned_containers', { planId: body.plan.id, keys: [id] })).body, { removed: 1 });

  t.false(existsSync(folder));
  t.false(existsSync(`${folder}.log`));
  const row = await quarantined(id);
  await restore(row?.id ?? '');
  t.true(existsSync(join(folder, 'tmp', 'note')));
  t.true(existsSync(`${folder}.log`));
  t.like((await clean('orphaned_containers', { keys: [id] })).body, { removed: 1 });
  await pass(7 * DAY + MINUTE);
  await platform.cleanup.sweep();
  t.false((await readdir(join(platform.home, 'quarantine'))).some((name) => name.includes(id)));
});

test.serial('one cleanup of a kind at a time', async (t) => {
  const [id, other] = [newId(), newId()];
  for (const one of [id, other]) await mkdir(join(platform.home, 'tenants', one), { recursive: true });
  const [entered, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  hold = { entered: entered.resolve, opened: opened.promise };
  t.teardown(() => {
    hold = undefined;
    opened.resolve();
  });

  const first = clean('orphaned_containers', { keys: [id] });
  await entered.promise;
  const second = await clean('orphaned_containers', { keys: [other] });
  opened.resolve();

  t.like(second, { status: 409, body: { code: 'already_running' } });
  t.like((await first).body, { removed: 1 });
  t.like((await clean('orphaned_containers', { keys: [other] })).body, { removed: 1 });
});

test.serial('a site file of no venue is moved aside and back, those of living venues stay', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  const file = (site: string) => join(sitesFolder, site);
  await writeFile(file(venue.subdomain), 'server {}');
  await writeFile(file('gone-bar'), 'server {}');

  const { body } = await admin.call('GET', `/api/admin/tenants/audit?search=${venue.subdomain}`);
  t.is(body.audit.stats.orphaned_nginx, 1);
  t.true(body.audit.tenants[0].evidence.some(({ says }: { says: string }) => says === 'Файл сайта есть'));
  t.like((await clean('orphaned_nginx')).body, { removed: 1, found: 1 });
  t.true(existsSync(file(venue.subdomain)));
  t.false(existsSync(file('gone-bar')));
  await restore((await quarantined('gone-bar'))?.id ?? '');
  t.true(existsSync(file('gone-bar')));
  await rm(file('gone-bar'));
});

test.serial('statuses are made true: stopped what may not run, forgotten where nobody answers', async (t) => {
  const owner = await newOwner(platform, 'corporate');
  const [suspended, stale] = [await newVenue(platform, owner), await newVenue(platform, owner)];
  await admin.call('PUT', `/api/admin/tenants/${suspended.id}/status`, { status: 'suspended' });
  await platform.venues.runtime.addressEvenIfSuspended(suspended.id);
  await platform.venues.runtime.stop(stale.id);
  await platform.db('tenants').where({ id: stale.id }).update({ endpoint: 'http://127.0.0.1:9' });

  const { body } = await plan('fix_mismatches');
  const keys = body.plan.items.map(({ key }: { key: string }) => key);
  t.true(keys.includes(suspended.id) && keys.includes(stale.id));
  const fixed = await clean('fix_mismatches', { planId: body.plan.id, keys: [suspended.id, stale.id] });

  t.like(fixed.body, { fixed: 2 });
  t.true(fixed.body.checked >= 2);
  t.is(await platform.venues.runtime.state(suspended.id), 'not_found');
  t.is((await platform.db('tenants').where({ id: stale.id }).first('endpoint')).endpoint, null);
  t.is((await stale.call('GET', '/api/items')).status, 200);
});

test.serial('what crashed runs again, and what stuck while it was made is finished or goes', async (t) => {
  const owner = await newOwner(platform, 'corporate');
  const crashed = await newVenue(platform, owner);
  // it cannot restart by itself
  await server.raw('alter database ?? with allow_connections false', [crashed.id]);
  const pid = await readFile(join(platform.home, 'tenants', `${crashed.id}.pid`), 'utf8');
  process.kill(Number.parseInt(pid, 10), 'SIGKILL');
  await until(
    async () => (await platform.venues.runtime.state(crashed.id)) === 'not_found',
    'the venue has not come back',
  );
  await server.raw('alter database ?? with allow_connections true', [crashed.id]);
  const order = async (subdomain: string): Promise<string> => {
    stuckAt = 'start';
    const bot = await newBot(platform);
    const asked = { subdomain, botToken: bot.token, displayName: 'Бар', adminUsername: 'boss' };
    void owner.call('POST', '/api/provision/create', asked).catch(() => undefined);
    const row = () => platform.db('tenants').where({ subdomain }).first('id');
    await until(async () => stuck.has((await row())?.id), 'its making broke off');
    await platform.db.raw(`delete from pgboss.job where name = 'provision'`);
    const { id } = await row();
    await platform
      .db('tenants')
      .where({ id })
      .update({ created_at: new Date(clock.now().getTime() - 11 * MINUTE) });
    return id;
  };
  const [unfinished, orphan] = [await order(`half-${newId()}`), await order(`lost-${newId()}`)];
  stuckAt = undefined;
  await platform.db('provisions').where({ tenant_id: orphan }).delete();
  const keys = [crashed.id, unfinished, orphan];
  const { body } = await plan('fix_mismatches');
  const wanted = body.plan.items.filter(({ key }: { key: string }) => keys.includes(key));
  t.is(wanted.length, 3);

  const fixed = await clean('fix_mismatches', { planId: body.plan.id, keys });

  t.like(fixed.body, { fixed: 3 });
  t.is((await crashed.call('GET', '/api/items')).status, 200);
  const statusOf = async (id: string) => (await platform.db('tenants').where({ id }).first('status')).status;
  t.is(await statusOf(unfinished), 'active');
  t.is(await platform.venues.runtime.state(unfinished), 'running');
  t.is(await statusOf(orphan), 'deleted');
});

test.serial('deleted venues are kept for their term and go after it', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  await owner.call('DELETE', `/api/provision/tenant/${venue.id}`);

  const early = await clean('deleted_tenants', { keys: [venue.id] });
  t.like(early.body, { deleted: 0, found: 1, operation: { skipped: 1 } });
  t.deepEqual((await databaseOf(venue.id)).names, [venue.id]);
  await pass(7 * DAY + MINUTE);
  const due = await clean('deleted_tenants', { keys: [venue.id] });

  t.like(due.body, { deleted: 1, found: 1 });
  t.deepEqual((await databaseOf(venue.id)).names, []);
});

test.serial(
  'whatever takes the place or the name of what lies aside is not touched, and gives it back to one alone',
  async (t) => {
    const [late, dropped, taken] = [
      await strayDatabase(await ourMark()),
      await strayDatabase(await ourMark()),
      await strayDatabase(await ourMark()),
    ];
    breaksOff = true;
    await clean('orphaned_db', { keys: [late] }).finally(() => {
      breaksOff = false;
    });
    await server.raw(`comment on database "${late}" is 'of somebody else'`);
    await clean('orphaned_db', { keys: [dropped, taken] });
    const [aside = ''] = (await databaseOf(dropped)).names;
    await server.raw(`comment on database "${aside}" is 'of somebody else'`);
    await server.raw('create database ??', [taken]);
    const row = await quarantined(taken);

    t.like(await restore(row?.id ?? ''), { status: 409, body: { code: 'name_taken' } });
    t.is((await quarantined(taken))?.status, 'kept');
    await server.raw('drop database ??', [taken]);
    const back = await Promise.all([1, 2, 3, 4].map(() => restore(row?.id ?? '')));
    t.deepEqual(back.map(({ status }) => status).sort(), [200, 409, 409, 409]);
    t.is(
      (await platform.db('activity').where({ target: `quarantine:${row?.id}`, action: 'cleanup.restored' })).length,
      1,
    );
    await pass(7 * DAY + MINUTE);
    await t.throwsAsync(platform.cleanup.sweep());
    t.deepEqual((await databaseOf(late)).names, [late]);
    t.deepEqual((await databaseOf(dropped)).names, [aside]);
    await server.raw(`comment on database "${late}" is '${await ourMark()}'`);
    await server.raw(`comment on database "${aside}" is '${await ourMark()}'`);
    await platform.cleanup.sweep();
    t.deepEqual((await databaseOf(dropped)).names, []);
  },
);

test.serial('a venue whose owner has gone meanwhile is not brought back', async (t) => {
  const owner = await newOwner(platform);
  const trial = await testVenue(owner);
  await clean('test_tenants', { keys: [trial.id] });
  await platform.db('users').where({ id: owner.userId }).update({ deleted_at: clock.now() });

  t.like(await restore((await quarantined(trial.id))?.id ?? ''), { status: 409, body: { code: 'owner_gone' } });
  t.is((await databaseOf(trial.id)).login, false);
});

test.serial('many things are brought back at once, and nobody else has to wait for it', async (t) => {
  const ids = Array.from({ length: 30 }, newId);
  for (const id of ids) await mkdir(join(platform.home, 'tenants', id), { recursive: true });
  t.like((await clean('orphaned_containers', { keys: ids })).body, { removed: 30 });
  const { body } = await admin.call('GET', '/api/admin/tenants/quarantine?status=kept&limit=100');
  const rows = body.quarantine.filter(({ key }: QuarantineItem) => ids.includes(key));

  const back = await Promise.all(rows.map(({ id }: QuarantineItem) => restore(id)));

  t.deepEqual([...new Set(back.map(({ status }) => status))], [200]);
  t.is(back.length, 30);
  for (const id of ids) await rm(join(platform.home, 'tenants', id), { recursive: true });
});

test.serial('what has had its week is not brought back any more: it may be going right now', async (t) => {
  const trial = await testVenue(await newOwner(platform));
  await clean('test_tenants', { keys: [trial.id] });
  await pass(7 * DAY);

  const row = await quarantined(trial.id);
  t.is(row?.status, 'kept');
  t.like(await restore(row?.id ?? ''), { status: 409, body: { code: 'already_purged' } });
  await platform.cleanup.sweep();
  t.is((await quarantined(trial.id))?.status, 'purged');
});

test.serial('an address that a new venue has by now is left to it, whoever was there before', async (t) => {
  const venue = await newVenue(platform, await newOwner(platform));
  const file = join(sitesFolder, venue.subdomain);
  await platform.db('tenants').where({ id: venue.id }).update({ subdomain: 'elsewhere' });
  await writeFile(file, 'of one who left');
  await clean('orphaned_nginx', { keys: [venue.subdomain] });
  t.false(existsSync(file));
  await platform.db('tenants').where({ id: venue.id }).update({ subdomain: venue.subdomain });
  await writeFile(file, 'of one who came');
  const row = await quarantined(venue.subdomain);

  t.like(await restore(row?.id ?? ''), { status: 409, body: { code: 'subdomain_taken' } });
  // the state that a crash leaves when something was about to be set aside
  await platform.db('quarantine').where({ id: row?.id }).update({ status: 'taking' });
  await platform.cleanup.sweep();

  t.is(await readFile(file, 'utf8'), 'of one who came');
  await rm(file);
});

test.serial('a clock that jumps a week ahead empties no quarantine, takes no venue and is told of', async (t) => {
  const owner = await newOwner(platform);
  const [trial, deleted] = [await testVenue(owner), await newVenue(platform, owner)];
  const id = await strayDatabase(await ourMark());
  await clean('test_tenants', { keys: [trial.id] });
  await clean('orphaned_db', { keys: [id] });
  await owner.call('DELETE', `/api/provision/tenant/${deleted.id}`);
  const byTheClock = async (): Promise<void> => {
    await platform.cleanup.sweep();
    await platform.people.retention.purgeVenues();
  };
  clock.pass(8 * DAY);
  await signIn();

  await byTheClock();
  const asked = await clean('deleted_tenants', { keys: [deleted.id] });

  t.like(asked.body, { deleted: 0, found: 1, operation: { skipped: 1 } });
  const { body } = await admin.call('GET', `/api/admin/operations/${asked.body.operation.id}/items`);
  t.is(body.items[0].message, 'Часы платформы переводили, или она не работала. Повторите через сутки её работы');
  t.is((await databaseOf(deleted.id)).names.length, 1);
  t.is((await quarantined(id))?.status, 'kept');
  const { activity } = (await admin.call('GET', '/api/admin/activity?action=cleanup.held')).body;
  t.regex(
    activity[0].description,
    /Сутки работы платформы ничего не удаляется навсегда, подписки не списываются и не заканчиваются$/,
  );
  const { disk } = (await admin.call('GET', '/api/test/disk-usage?fresh=1')).body;
  t.true(disk.recommendations.some(({ message }: { message: string }) => /ещё 24 ч ничего не удаляется/.test(message)));
  t.is((await restore((await quarantined(trial.id))?.id ?? '')).status, 200, 'its week is not believed to be over');

  clock.pass(-8 * DAY);
  await signIn();
  await byTheClock();
  t.is((await databaseOf(deleted.id)).names.length, 1);
  t.is((await quarantined(id))?.status, 'kept');
  await pass(7 * DAY + MINUTE);
  await byTheClock();
  t.deepEqual([(await databaseOf(deleted.id)).names, (await quarantined(id))?.status], [[], 'purged']);
});

test.serial('a process whose venue lives again before the cleanup comes to it is left as it is', async (t) => {
  const venue = await newVenue(platform, await newOwner(platform));
  const pidOf = () => readFile(join(platform.home, 'tenants', `${venue.id}.pid`), 'utf8');
  const before = await pidOf();
  // the check of deleted tenants, which runs every few seconds, would rightly stop it
  platform.venues.runtime.acquireInstance(venue.id);
  await platform.db('tenants').where({ id: venue.id }).update({ status: 'deleted', deleted_at: clock.now() });
  breaksOff = true;
  t.teardown(() => {
    breaksOff = false;
    platform.venues.runtime.releaseInstance(venue.id);
  });
  t.like((await clean('orphaned_containers', { keys: [venue.id] })).body, { removed: 0, operation: { failed: 1 } });
  breaksOff = false;
  t.is((await quarantined(venue.id))?.status, 'taking');
  await platform.db('tenants').where({ id: venue.id }).update({ status: 'active', deleted_at: null });

  await platform.cleanup.sweep();

  t.is((await quarantined(venue.id))?.status, 'kept');
  t.is(await platform.venues.runtime.state(venue.id), 'running');
  t.is(await pidOf(), before, 'nobody has stopped it');
  t.is((await venue.call('GET', '/healthz')).status, 200);
});

test.serial('a customer may do none of it', async (t) => {
  const owner = await newOwner(platform);
  const calls: [string, string][] = [
    ['GET', '/api/admin/tenants/audit'],
    ['POST', '/api/admin/tenants/cleanup/plan'],
    ['POST', '/api/admin/tenants/cleanup'],
    ['GET', '/api/admin/tenants/quarantine'],
    ['POST', '/api/admin/tenants/quarantine/11111111-1111-4111-8111-111111111111/restore'],
  ];
  for (const [method, path] of calls) {
    t.is((await owner.call(method, path, method === 'POST' ? {} : undefined)).status, 403, path);
  }
});
