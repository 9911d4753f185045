import { randomInt, randomUUID } from 'node:crypto';
import { createLog } from '@ostatok/kit/node/log.ts';
import anyTest, { type TestFn } from 'ava';
import type { Host } from '../../api/src/hosting/host.ts';
import { readinessOf } from '../../api/src/platform/readiness.ts';
import { createBusyTenants } from '../../api/src/supervisor/busy-tenants.ts';
import { pay } from '../support/account/person.ts';
import { shows, signedInCli, waysOf, widest } from '../support/cli/cli.ts';
import { call, newOwner, startTestPlatform, type TestOwner, type TestPlatform } from '../support/platform/platform.ts';

const GB = 1024 ** 3;
const HOUR_MS = 3_600_000;
const roomy = { total: 500 * GB, free: 300 * GB, usedPercent: 40 };
let space = roomy;
const test = anyTest as TestFn<{ platform: TestPlatform; owner: TestOwner; token: string }>;

test.before(async (t) => {
  const platform = await startTestPlatform({}, { measureDisk: async () => space });
  const [owner, administrator] = [await newOwner(platform), await newOwner(platform)];
  await platform.db('users').where({ id: administrator.userId }).update({ role: 'admin' });
  t.context = { platform, owner, token: administrator.token };
});
test.after.always((t) => t.context.platform.stop());

interface Line {
  id: string;
  level: string;
  text: string;
  details: string[];
  action: { path: string; command: string };
}

async function linesOf({ platform, token }: { platform: TestPlatform; token: string }): Promise<Map<string, Line>> {
  const { body } = await call(platform.url, 'GET', '/api/admin/attention', { token });
  return new Map(body.attention.map((line: Line) => [line.id, line]));
}

const ago = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS);

/** A row of a tenant that this platform never runs: its bot is not polled. */
const venueOf = (owner: TestOwner, id: string, more: object) => ({
  id,
  owner_id: owner.userId,
  subdomain: id,
  display_name: id,
  status: 'active',
  bot_id: randomInt(1, 1e9),
  bot_token_sealed: '',
  admin_username: 'admin',
  database_password_sealed: '',
  internal_secret_sealed: '',
  ...more,
});

test.serial('only an administrator is told what waits for one', async (t) => {
  const { platform, owner } = t.context;
  t.is((await call(platform.url, 'GET', '/api/admin/attention', { token: owner.token })).status, 403);
  t.is((await call(platform.url, 'GET', '/api/admin/attention')).status, 401);
});

test.serial('what another api process sees this one tells too, with the machine where it matters', async (t) => {
  const { db } = t.context.platform;
  const since = ago(1).toISOString();
  const report = {
    jobs: [{ name: 'backups', error: 'нет места', endedAt: new Date().toISOString() }],
    bots: { polled: 0, unwell: 0 },
    maxBots: { polled: 3, unwell: 2 },
    bankAwaySince: since,
    signInAway: [{ title: 'Яндекс', since }],
    busy: [],
    disks: [{ folder: '/backups', space: { total: 500 * GB, free: 0, usedPercent: 100 } }],
  };
  const other = { id: randomUUID(), name: 'bar-2:17', report: JSON.stringify(report) };
  const ofOther = ['bank_away', 'disk', 'jobs_failing', 'max_away', 'sign_in_away'];
  const shown = (): string[] => ofOther.filter((id) => lines.has(id));
  await db('api_processes').insert({ ...other, seen_at: new Date() });

  let lines = await linesOf(t.context);
  t.deepEqual(shown(), ofOther);
  t.deepEqual(lines.get('disk')?.details, ['/backups (bar-2)']);

  // it has not written for two minutes, so it is gone
  await db('api_processes')
    .where({ id: other.id })
    .update({ seen_at: new Date(Date.now() - 120_000) });
  lines = await linesOf(t.context);
  t.deepEqual(shown(), []);
});

test('a full disk is named also where the database went down with it, and the database alone where there is room', async (t) => {
  const isUp = async (): Promise<boolean> => {
    throw new Error('connection refused');
  };
  const outcome = (free: number) => readinessOf({ isUp, home: '/', measure: async () => ({ ...roomy, free }) });

  t.like(await outcome(0), { ready: false, code: 'disk_full' });
  t.like(await outcome(roomy.free), { ready: false, code: 'database_down' });
  t.like(await readinessOf({ isUp, home: '/', measure: isUp as never }), { ready: false, code: 'database_down' });
  const starting = { isUp: async () => false, home: '/', measure: async () => roomy };
  t.deepEqual(await readinessOf(starting), { ready: false });
});

test.serial('a full disk is told of at once, with what takes the room, and is no readiness', async (t) => {
  const { platform } = t.context;
  const ready = () => call(platform.url, 'GET', '/readyz');
  t.false((await linesOf(t.context)).has('disk'));
  t.like(await ready(), { status: 200, body: { success: true } });

  space = { ...roomy, free: 0.5 * GB, usedPercent: 99 };
  t.like((await linesOf(t.context)).get('disk'), { level: 'broken', text: 'Диск почти полон: свободно 512 МБ' });
  t.is((await ready()).status, 200, 'it still answers as it should');

  space = { ...roomy, free: 1024, usedPercent: 100 };
  const full = await ready();
  t.like(full, { status: 503, body: { success: false, code: 'disk_full' } });
  t.like((await linesOf(t.context)).get('disk'), {
    text: 'Диск полон: свободно 1 КБ. Записи останавливаются',
    action: { command: 'ostatok diagnostics disk --fresh' },
  });
  const cli = await signedInCli(platform, 'admin');
  const status = await waysOf(cli).both('status');
  t.deepEqual([status.code, status.terminalCode], [1, 1]);
  shows(t, status.screen, 'На диске платформы нет места');
  shows(t, status.screen, '$ ostatok diagnostics disk');
  t.true(widest(status.screen) <= 80);

  space = roomy;
  t.is((await ready()).status, 200);
  t.false((await linesOf(t.context)).has('disk'));
});

test.serial('how full the disk is, is of now also where the sizes are remembered', async (t) => {
  const { platform, token } = t.context;
  const disk = async () => (await call(platform.url, 'GET', '/api/test/disk-usage', { token })).body.disk;
  space = roomy;
  const before = await disk();

  space = { ...roomy, free: 0.5 * GB, usedPercent: 99 };
  const after = await disk();

  t.is(after.at, before.at, 'the sizes are remembered');
  t.deepEqual([before.disk.usedPercent, after.disk.usedPercent], [40, 99]);
  t.regex(after.recommendations[0].message, /Диск почти полон/);
  space = roomy;
});

test.serial('what waits is one list, the most harmful first, each line with what mends it', async (t) => {
  const { platform, owner } = t.context;
  const { db } = platform;
  const payment = await pay(db, owner.userId, owner.email, ago(2));
  await db('payments').where({ id: payment }).update({ outcome: 'disputed' });
  await db('tenants').insert([
    venueOf(owner, 'trevoked001', { bot_state: 'revoked', bot_state_at: ago(1) }),
    venueOf(owner, 'tstuck00001', { status: 'creating', created_at: ago(1) }),
  ]);
  await db('mails').insert({
    id: randomUUID(),
    recipient: 'guest@bar.example',
    template: 'welcome',
    status: 'queued',
    error: 'connect ECONNREFUSED',
    next_attempt_at: new Date(Date.now() + HOUR_MS),
    created_at: ago(3),
  });
  const failed = { status: 'failed', error: 'Нет места', created_at: ago(1), finished_at: ago(1) };
  await db('backups').insert({ id: randomUUID(), tenant_id: 'trevoked001', subdomain: 'bar', ...failed });
  const work = { kind: 'update_all', title: 'Обновление заведений', created_at: ago(2), total: 3 };
  const operation = { ...work, id: randomUUID(), status: 'done', done: 2, failed: 1, finished_at: ago(1) };
  await db('operations').insert(operation);
  await db('activity').insert({ at: ago(1), action: 'security.alarm', description: 'За час 120 неудач при входе' });

  const lines = await linesOf(t.context);

  const commands = [...lines].map(([id, { action }]) => [id, action.command]);
  t.like(Object.fromEntries(commands), {
    bots_revoked: 'ostatok tenants token trevoked001',
    venues_stuck: 'ostatok cleanup run fix_mismatches',
    letters_stuck: 'ostatok doctor',
    backups_failing: 'ostatok backups list --status failed',
    payments: `ostatok subscriptions payment ${payment}`,
    work_failed: `ostatok operations show ${operation.id}`,
    sign_ins: 'ostatok security log',
  });
  t.deepEqual(lines.get('letters_stuck')?.details, ['connect ECONNREFUSED']);
  // the platform itself may have noticed more meanwhile: the administrator's first sign-in from a terminal
  t.true(lines.get('sign_ins')?.details.includes('За час 120 неудач при входе'));
  const levels = [...lines.values()].map(({ level }) => level);
  t.deepEqual(
    levels,
    ['broken', 'warning', 'waiting'].flatMap((level) => levels.filter((one) => one === level)),
  );
  t.true([...lines.values()].every(({ action }) => action.path.startsWith('/')));

  await db('operations').insert({ ...operation, id: randomUUID(), done: 3, failed: 0, finished_at: ago(0.5) });
  await db('mails').where({ error: 'connect ECONNREFUSED' }).delete();
  const later = await linesOf(t.context);
  t.false(later.has('work_failed'), 'the same work went well since');
  t.false(later.has('letters_stuck'));
});

test.serial(
  'a venue that keeps the processor busy is named while it does, and one busy for a moment is not',
  async (t) => {
    const { platform, owner } = t.context;
    // looks of its own: the platform's come by the clock, perhaps between these
    const host: { load?: Host['load'] } = {};
    const busy = createBusyTenants({ host, log: createLog('busy', 'silent'), now: () => new Date() });
    platform.venues.busy.list = busy.list;
    await platform.db('tenants').insert(['tburns00001', 'tbusy000001'].map((id) => venueOf(owner, id, {})));
    const looks = (...percents: number[]) =>
      percents.map((percent) => async () => {
        host.load = async () => [
          { id: 'tburns00001', cpu_percent: percent, memory_bytes: 1 },
          { id: 'tbusy000001', cpu_percent: percent === 96 ? 100 : 1, memory_bytes: 1 },
        ];
        await busy.look();
      });
    const busyVenues = async () => (await linesOf(t.context)).get('venues_busy');

    for (const look of looks(94, 94, 40)) await look();
    t.is(await busyVenues(), undefined);
    for (const look of looks(96)) await look();
    t.like(await busyVenues(), {
      level: 'warning',
      text: 'Занимают процессор, заведений: 1',
      details: ['tburns00001: 81 % одного ядра'],
      action: { path: '/admin/tenants/tburns00001', command: 'ostatok tenants top' },
    });
    const burning = platform.db('tenants').where({ id: 'tburns00001' });
    await burning.clone().update({ status: 'suspended' });
    t.is(await busyVenues(), undefined, 'suspended: nobody waits for the next look');
    await burning.clone().update({ status: 'active' });
    t.truthy(await busyVenues());
    for (const look of looks(0)) await look();
    t.is(await busyVenues(), undefined, 'started anew: it is idle now');
  },
);

test.serial('what could not be looked at is told, and hides nothing else', async (t) => {
  const { platform } = t.context;
  await platform.db.raw('alter table refunds rename to refunds_away');
  try {
    const lines = await linesOf(t.context);
    t.regex(lines.get('unknown')?.text ?? '', /Не удалось посмотреть: .*возвраты/);
    t.true(lines.has('bots_revoked'));
  } finally {
    await platform.db.raw('alter table refunds_away rename to refunds');
  }
});
