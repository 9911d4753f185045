import { errorHandler } from '@ostatok/kit/node/http.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import test, { type ExecutionContext } from 'ava';
import express from 'express';
import supertest from 'supertest';
import type { AttentionLine } from '../../api/contract/attention.endpoints.ts';
import { joinReports, type ReportedDisk } from '../../api/src/attention/process-reports.ts';
import { statusPageRoutes } from '../../api/src/status/status.routes.ts';
import { createStatus } from '../../api/src/status/status.service.ts';
import { type Sights, troublesOf } from '../../api/src/status/troubles.ts';
import { createTestApi, MINUTE } from '../support/platform/api.ts';
import { call, startTestPlatform } from '../support/platform/platform.ts';

const LETTERS: AttentionLine = {
  id: 'letters_stuck',
  level: 'broken',
  text: 'Письма не уходят: 3',
  count: 3,
  details: ['smtp: 550 секретная причина'],
  since: null,
  action: { label: 'Проверить почту', path: '/test?tab=security', command: 'ostatok doctor' },
};

/** The status of a platform whose troubles the test gives, and its page. */
async function startStatus(t: ExecutionContext) {
  const api = await createTestApi();
  t.teardown(() => api.close());
  api.clock.hold();
  const log = createLog('test', 'silent');
  let lines: AttentionLine[] = [];
  let isUp = true;
  let disks: ReportedDisk[] = [];
  const status = createStatus({
    db: api.db,
    readUrgent: async () => ({ lines, unseen: [] }),
    isReady: async () => (isUp ? { ready: true } : { ready: false, code: 'database_down' }),
    readReports: async () => ({ ...joinReports([]), disks }),
    log,
    now: api.clock.now,
  });
  const app = express();
  app.use('/status', statusPageRoutes(status, 'help@bars.example'), errorHandler(log));
  return {
    status,
    page: () => supertest(app).get('/status'),
    now: () => api.clock.now().toISOString(),
    /** What the minutely look writes down after so many minutes. */
    async after(minutes: number, seen: AttentionLine[]): Promise<void> {
      api.clock.pass(minutes * MINUTE);
      lines = seen;
      await status.record();
    },
    setDisks(...seen: ReportedDisk[]): void {
      disks = seen;
    },
    pass: (minutes: number) => api.clock.pass(minutes * MINUTE),
    async setDatabase(up: boolean): Promise<void> {
      isUp = up;
      if (up) api.db.initialize();
      else await api.db.destroy();
    },
  };
}

test('a trouble is on the page from when it is seen, without what it is made of, and in the history when it is over', async (t) => {
  const { status, page, now, after } = await startStatus(t);
  await after(0, []);
  t.regex((await page()).text, /Всё работает.*перебоев не записано/s);

  await after(1, [LETTERS]);
  const began = now();
  const { text, status: code } = await page();
  t.is(code, 200);
  t.regex(text, /Остаток работает с перебоями.*Письма<\/span><b class="degraded">С перебоями/s);
  t.notRegex(text, /550|doctor|не уходят/);
  t.deepEqual((await status.read()).components[3], { component: 'letters', state: 'degraded', since: began });

  await after(30, []);
  const gone = now();
  t.is((await status.read()).state, 'works');
  t.deepEqual((await status.read()).incidents, [], 'it may come back');
  await after(2, []);

  const { state, incidents } = await status.read();
  t.is(state, 'works');
  t.deepEqual(incidents, [{ components: ['letters'], state: 'degraded', began_at: began, ended_at: gone }]);
  t.regex((await page()).text, /Перебои за 90 дней.*Письма.*С перебоями/s);
  await after(91 * 24 * 60, []);
  t.deepEqual((await status.read()).incidents, []);
});

test('what mends itself within two minutes is no incident, and what comes back within two was never over', async (t) => {
  const { status, now, after } = await startStatus(t);
  await after(0, [LETTERS]);
  await after(1, []);
  await after(5, []);
  t.deepEqual((await status.read()).incidents, []);

  await after(1, [LETTERS]);
  const began = now();
  await after(3, []);
  await after(1, [LETTERS]);
  t.is((await status.read()).components[3]?.since, began);
});

test('customers learn of no full disk of backups, only of one that the platform needs to work', async (t) => {
  const { status, after, setDisks } = await startStatus(t);
  const space = { total: 1e12, free: 0, usedPercent: 100 };
  setDisks({ folder: '/backups', isHome: false, device: 'bar:2', space });
  await after(0, []);
  t.is((await status.read()).state, 'works');

  setDisks({ folder: '/data', isHome: true, device: 'bar:1', space });
  await after(1, []);
  t.like((await status.read()).components[0], { component: 'site', state: 'degraded' });
});

test('while the database is away the page says so from memory, and what was down is written down afterwards', async (t) => {
  const { status, page, now, after, pass, setDatabase } = await startStatus(t);
  await after(0, [LETTERS]);
  await after(5, []);
  await after(2, []);
  t.is((await status.read()).incidents.length, 1);

  await setDatabase(false);
  pass(1);
  const away = now();
  const first = await page();
  pass(10);
  const later = await page();

  for (const { status: code, text, headers } of [first, later]) {
    t.is(code, 503);
    t.is(headers['retry-after'], '60');
    t.regex(text, /Остаток не работает.*Перебои за 90 дней.*Письма/s, 'the history is remembered');
  }
  t.deepEqual((await status.read()).components[0], { component: 'site', state: 'down', since: away });

  await setDatabase(true);
  await after(1, []);
  t.like(await status.read(), { state: 'works' });
  t.like((await status.read()).incidents[0], {
    components: ['site', 'venues', 'bots', 'letters', 'payments'],
    state: 'down',
    began_at: away,
  });
});

const calm: Sights = {
  lines: [],
  active: 100,
  bots: { polled: 100, unwell: 0 },
  failingJobs: [],
  isDiskFull: false,
};
const sights: [what: string, sight: Partial<Sights>, found: object][] = [
  ['nothing', {}, {}],
  ['one venue of a hundred', { lines: [{ id: 'venues_down', count: 1, since: null }] }, {}],
  ['a twentieth of the venues', { lines: [{ id: 'venues_down', count: 5, since: null }] }, { venues: 'degraded' }],
  ['half of the venues', { lines: [{ id: 'venues_down', count: 50, since: null }] }, { venues: 'down' }],
  ['a token that its owner revoked', { lines: [{ id: 'bots_revoked', count: 90, since: null }] }, {}],
  ['Telegram out of reach', { bots: { polled: 100, unwell: 90 } }, { bots: 'down' }],
  ['charges that fail', { failingJobs: ['billing-due'] }, { payments: 'degraded' }],
  ['backups that fail', { failingJobs: ['backups'], lines: [{ id: 'backups_failing', count: 3, since: null }] }, {}],
  ['a full disk', { isDiskFull: true }, { site: 'degraded' }],
];
for (const [what, sight, found] of sights) {
  test(`customers see of ${what} what they notice: ${JSON.stringify(found)}`, (t) => {
    const troubles = troublesOf({ ...calm, ...sight });
    t.deepEqual(Object.fromEntries([...troubles].map(([component, { state }]) => [component, state])), found);
  });
}

test('anybody reads the status of a platform, as a page and as JSON', async (t) => {
  const platform = await startTestPlatform();
  t.teardown(() => platform.stop());
  await platform.upkeep.status.record();

  const page = await fetch(`${platform.url}/status`);
  const { body } = await call(platform.url, 'GET', '/api/public/status');

  t.is(page.status, 200);
  t.is(page.headers.get('cache-control'), 'no-cache');
  t.regex(await page.text(), /<html lang="ru">.*Всё работает/s);
  t.like(body, { state: 'works', incidents: [] });
});
