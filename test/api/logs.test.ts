import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import type { LogEntry } from '../../api/contract/logs.endpoints.ts';
import { searchLogs } from '../../api/src/logs/log-search.ts';
import {
  newOwner,
  newVenue,
  type Reply,
  startTestPlatform,
  type TestOwner,
  type TestPlatform,
} from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';

const NOON = Date.parse('2026-11-20T09:00:00Z');
const MINUTE_MS = 60_000;

/** A line as pino writes it, so many minutes after noon. */
const line = (minutes: number, msg: string, fields: object = {}, level = 30): string =>
  JSON.stringify({ level, time: NOON + minutes * MINUTE_MS, name: 'platform', ...fields, msg });

let platform: TestPlatform;
let administrator: TestOwner;
test.before(async () => {
  platform = await startTestPlatform();
  administrator = await newOwner(platform);
  await platform.db('users').where({ id: administrator.userId }).update({ role: 'admin' });
  platform.accounts.sessions.forget(administrator.userId);
});
test.after.always(() => platform?.stop());

const find = (query: Record<string, string | number> = {}): Promise<Reply> =>
  administrator.call(
    'GET',
    `/api/admin/logs?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, `${v}`]))}`,
  );
const messages = ({ body }: Reply): string[] => body.entries.map(({ message }: LogEntry) => message);

/** Writes the log of a tenant that is no more than its folder; its last file first. */
async function writeLog(id: string, newest: string[], older: string[] = []): Promise<void> {
  const log = join(platform.home, 'tenants', `${id}.log`);
  await mkdir(join(platform.home, 'tenants', id), { recursive: true });
  await writeFile(log, newest.map((one) => `${one}\n`).join(''));
  if (older.length > 0) await writeFile(`${log}.1`, older.map((one) => `${one}\n`).join(''));
}
const writePlatformLog = (lines: string[]): Promise<void> =>
  writeFile(join(platform.home, 'platform.log'), lines.map((one) => `${one}\n`).join(''));

test.serial("the platform's log is found by person, request, level, time and word, the newest first", async (t) => {
  await writePlatformLog([
    line(0, 'listening'),
    line(1, 'request', { reqId: 'aaaa-bbbb-cccc', userId: administrator.userId }),
    line(2, 'request failed', { reqId: 'dddd-eeee-ffff', userId: 999_999, err: { message: 'Тесно' } }, 50),
    line(3, 'tenant did not answer', { tenant: 't0000000001' }, 40),
  ]);

  t.deepEqual(messages(await find()), ['tenant did not answer', 'request failed', 'request', 'listening']);
  t.deepEqual(messages(await find({ sortOrder: 'asc', limit: 2 })), ['listening', 'request']);
  t.deepEqual(messages(await find({ level: 'error' })), ['request failed']);
  t.deepEqual(messages(await find({ request: 'DDDD-EEEE-FFFF' })), ['request failed']);
  t.deepEqual(messages(await find({ q: 'тесно' })), ['request failed']);
  t.deepEqual(messages(await find({ from: '2026-11-20T09:01:00Z', to: '2026-11-20T09:03:00Z' })), [
    'request failed',
    'request',
  ]);
  t.deepEqual(messages(await find({ from: '2026-11-21' })), []);
  t.deepEqual(messages(await find({ user: administrator.email })), ['request']);
  const { body } = await find({ user: administrator.userId });
  t.like(body.entries[0], { user: administrator.email, request: 'aaaa-bbbb-cccc', level: 'info', tenant: null });
  t.is(body.pagination.total, 1);
  t.deepEqual((await find({ lines: 2 })).body.lines.length, 2, 'as the previous release asks');
});

test.serial(
  "a venue's log is searched with what the platform wrote of it; another's person is not found",
  async (t) => {
    const venue = await newVenue(platform, await newOwner(platform));
    await platform.venues.runtime.stop(venue.id);
    await writeLog(
      venue.id,
      [
        line(10, 'request', { name: 'tenant', tenant: venue.id, userId: 7, username: 'anna' }),
        line(12, 'request', { name: 'tenant', tenant: venue.id, userId: 8, username: 'boris' }),
      ],
      [line(5, 'listening', { name: 'tenant', tenant: venue.id })],
    );
    await writePlatformLog([
      line(11, 'tenant did not answer', { tenant: venue.id }, 40),
      line(11, 'something else', { userId: 7 }, 40),
    ]);

    const { body } = await find({ tenant: venue.subdomain });
    t.deepEqual(
      body.entries.map((entry: LogEntry) => [entry.message, entry.subdomain, entry.user]),
      [
        ['request', venue.subdomain, 'boris'],
        ['tenant did not answer', null, null],
        ['request', venue.subdomain, 'anna'],
        ['listening', venue.subdomain, null],
      ],
    );
    for (const user of ['Anna', '7']) t.is((await find({ tenant: venue.id, user })).body.entries[0].user, 'anna');
    t.is((await find({ tenant: venue.id, user: '7' })).body.pagination.total, 1);
    t.is((await find({ tenant: 'nobody' })).status, 404);
  },
);

test.serial('what Node itself wrote is one entry, an error, in its place in time', async (t) => {
  await writePlatformLog([
    line(20, 'before'),
    'Error: out of memory',
    '    at somewhere',
    '',
    line(22, 'after'),
    'cut off: {"level":30',
  ]);

  const { body } = await find();

  t.deepEqual(
    body.entries.map(({ level, message }: LogEntry) => [level, message.trimEnd()]),
    [
      ['error', 'cut off: {"level":30'],
      ['info', 'after'],
      ['error', 'Error: out of memory\n    at somewhere'],
      ['info', 'before'],
    ],
  );
  t.is(body.entries[2].at, new Date(NOON + 20 * MINUTE_MS).toISOString());
});

test.serial('a long log is walked through by its cursor: each line once, also those of one moment', async (t) => {
  const lines = Array.from({ length: 250 }, (_, at) => line(Math.floor(at / 100), `line ${at}`));
  await writePlatformLog(lines);
  const seen: string[] = [];
  let after = '';
  do {
    const page = await find({ limit: 60, ...(after ? { after } : {}) });
    seen.push(...messages(page));
    after = page.body.next ?? '';
  } while (after);

  t.deepEqual(seen, lines.map((_, at) => `line ${at}`).toReversed());
  const [third] = (await find({ limit: 1, page: 3 })).body.entries;
  t.is(third.message, 'line 247');
  const again = await find({ filter: JSON.stringify({ id: [third.id] }) });
  t.deepEqual(messages(again), ['line 247']);
});

test.serial('a request is found in whichever log it is, and a line without end does no harm', async (t) => {
  await writeLog('taaaaaaaaaa', [line(30, 'in a venue', { reqId: 'zzzz-zzzz-zzzz' }), 'x'.repeat(500_000)]);
  await writePlatformLog([line(29, 'at the platform', { reqId: 'zzzz-zzzz-zzzz' })]);

  const { body } = await find({ tenant: 'any', request: 'zzzz-zzzz-zzzz' });

  t.deepEqual(
    body.entries.map(({ message, tenant }: LogEntry) => [message, tenant]),
    [
      ['in a venue', 'taaaaaaaaaa'],
      ['at the platform', null],
    ],
  );
  const longest = (await find({ tenant: 'все', level: 'error', q: 'xxxx' })).body.entries[0];
  t.true(longest.line.length <= 16_000);
});

test.serial('an act is found in the log by the code of its answer, as support is told it', async (t) => {
  const venue = await newVenue(platform, await newOwner(platform));
  const { headers } = await venue.call('POST', '/api/items', { name: 'Ром', unit: 'л' });
  const request = String(headers['x-request-id']);

  const found = () => find({ tenant: 'any', request });
  await until(async () => (await found()).body.entries.length > 0, 'the line is written');

  t.like((await found()).body.entries[0], { message: 'request', subdomain: venue.subdomain, user: 'boss', request });
});

test('who is no administrator reads no log', async (t) => {
  const owner = await newOwner(platform);
  t.is((await owner.call('GET', '/api/admin/logs')).status, 403);
});

test('a search ends at its bounds, and says so', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'ostatok-logs-'));
  t.teardown(() => rm(home, { recursive: true }));
  const sources = [1, 2, 3].map((n) => ({ tenant: `t${n}`, files: [join(home, `${n}.log`)] }));
  for (const [n, { files }] of sources.entries()) {
    await writeFile(files[0] as string, `${line(n, `of ${n}`)}\n`);
    await utimes(files[0] as string, new Date(), new Date(NOON + n * MINUTE_MS));
  }
  const query = { order: 'desc', offset: 0, limit: 10, from: 0, until: Number.POSITIVE_INFINITY } as const;
  const search = (bytes: number, from = 0) =>
    searchLogs(sources, { ...query, from, matches: () => true }, { bytes, ms: 60_000 });

  const whole = await search(1_000_000);
  const cut = await search(1);
  const late = await search(1_000_000, NOON + 2 * MINUTE_MS);

  t.like(whole, { total: 3, isComplete: true });
  t.deepEqual([cut.entries.map(({ tenant }) => tenant), cut.isComplete], [['t3'], false]);
  t.deepEqual([late.entries.map(({ tenant }) => tenant), late.isComplete], [['t3'], true]);
});
