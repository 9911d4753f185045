import { createLog } from '@ostatok/kit/node/log.ts';
import test, { type ExecutionContext } from 'ava';
import { createProcessReports, type ReportSources } from '../../api/src/attention/process-reports.ts';
import type { JobRuns } from '../../api/src/platform/jobs.ts';
import { createTestServices } from '../support/platform/api.ts';

const GB = 1024 ** 3;
const runOf = (name: string, error: string | null, lastEndAt: Date): JobRuns => ({
  name,
  succeeded: 0,
  failed: 0,
  lastSuccessAt: null,
  lastEndAt,
  lastMs: 1,
  error,
});

/** Two api processes over one database, each with what it alone knows. */
async function startTwo(t: ExecutionContext, ...own: Partial<ReportSources>[]) {
  const { db, close } = await createTestServices();
  t.teardown(close);
  const ofProcess = (processId: string, more: Partial<ReportSources> = {}) => {
    const knows = {
      runs: [] as JobRuns[],
      bots: { polled: 0, unwell: 0 },
      bankAwaySince: undefined as Date | undefined,
      away: [] as { title: string; since: Date }[],
    };
    const reports = createProcessReports({
      db,
      processId,
      log: createLog('test', 'silent'),
      home: '/data',
      deviceOf: async () => 'sda',
      measureDisk: async () => ({ total: 100 * GB, free: 60 * GB, usedPercent: 40 }),
      jobRuns: () => knows.runs,
      busy: { list: () => [] },
      bots: () => knows.bots,
      maxBots: () => ({ polled: 0, unwell: 0 }),
      billing: { providerAwaySince: () => knows.bankAwaySince },
      providers: { away: () => knows.away },
      ...more,
    });
    return { db, processId, knows, ...reports };
  };
  return [
    ofProcess('00000000-0000-4000-8000-000000000001', own[0]),
    ofProcess('00000000-0000-4000-8000-000000000002', own[1]),
  ] as const;
}

test('what one api process sees all of them tell, until it sees it no more or is gone', async (t) => {
  const [first, second] = await startTwo(t);
  const [early, late] = [new Date('2026-03-01T10:00:00Z'), new Date('2026-03-01T11:00:00Z')];
  first.knows.bots = { polled: 10, unwell: 1 };
  second.knows.bots = { polled: 5, unwell: 4 };
  first.knows.bankAwaySince = late;
  second.knows.bankAwaySince = early;
  second.knows.away = [{ title: 'Яндекс', since: late }];
  const stops = [await first.watch(), await second.watch()];

  for (const one of [first, second])
    t.like(await one.read(), {
      bots: { polled: 15, unwell: 5 },
      bankAwaySince: early.toISOString(),
      signInAway: [{ title: 'Яндекс', since: late.toISOString() }],
    });

  first.knows.bankAwaySince = undefined;
  second.knows.bankAwaySince = undefined;
  await second.write();
  t.is((await first.read()).bankAwaySince, null);
  t.is((await first.read()).disks.length, 1, 'the disks of one machine are told once');
  await stops[1]?.();
  t.like(await first.read(), { bots: { polled: 10, unwell: 1 }, signInAway: [] });
  await stops[0]?.();
});

test('of a job that ran in several processes the last run counts', async (t) => {
  const [first, second] = await startTwo(t);
  const at = (minute: number): Date => new Date(Date.UTC(2026, 2, 1, 10, minute));
  first.knows.runs = [runOf('backups', 'no room', at(0)), runOf('standing', null, at(5))];
  second.knows.runs = [runOf('backups', null, at(1)), runOf('standing', 'no database', at(6))];
  const stops = [await first.watch(), await second.watch()];

  for (const one of [first, second])
    t.deepEqual(
      (await one.read()).jobs.map(({ name, error }) => [name, error]),
      [
        ['backups', null],
        ['standing', 'no database'],
      ],
    );
  for (const stop of stops) await stop();
});

test('each process of one machine tells of the disks of both, once, and which of them the platform needs to work', async (t) => {
  const ofSecond = { home: '/data2', backupsFolder: '/data', deviceOf: async (folder: string) => folder };
  const [first, second] = await startTwo(t, { deviceOf: ofSecond.deviceOf }, ofSecond);
  const stops = [await first.watch(), await second.watch()];

  for (const one of [first, second]) {
    const { disks } = await one.read();
    t.deepEqual(disks.map(({ folder }) => folder).toSorted(), ['/data', '/data2']);
    t.is(new Set(disks.map(({ device }) => device)).size, 2);
  }
  t.deepEqual(
    (await second.read()).disks.map(({ folder, isHome }) => [folder, isHome]),
    [
      ['/data2', true],
      ['/data', false],
    ],
  );
  for (const stop of stops) await stop();
});

test('a disk that never answers is asked once, and its process still counts as living', async (t) => {
  let asked = 0;
  const measureDisk = () => {
    asked += 1;
    return new Promise<never>(() => undefined);
  };
  const [first, second] = await startTwo(t, { measureDisk, longestMeasureMs: 20 });
  const stop = await first.watch();
  const { db, processId } = first;
  const seenAt = async (): Promise<Date> =>
    (await db('api_processes').where({ id: processId }).first('seen_at')).seen_at;
  await db('api_processes')
    .where({ id: processId })
    .update({ seen_at: new Date(0) });

  await first.write();

  t.true((await seenAt()) > new Date(0));
  t.is((await first.read()).disks[0]?.space, null);
  t.is((await second.read()).disks.length, 1);
  t.is(asked, 1);
  await stop();
});
