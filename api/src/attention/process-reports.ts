import { hostname } from 'node:os';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { dropApiProcess, listOtherApiProcesses, putApiProcess } from '../platform/api-processes.queries.ts';
import type { DiskSpace, MeasureDisk } from '../platform/disk-space.ts';
import type { JobRuns } from '../platform/jobs.ts';

const WRITE_EVERY_MS = 20_000;

interface BotHealth {
  polled: number;
  unwell: number;
}

/** What one api process alone knows; times are ISO strings, since the others read it from the database. */
export interface ProcessReport {
  jobs: { name: string; error: string | null; endedAt: string }[];
  bots: BotHealth;
  maxBots: BotHealth;
  bankAwaySince: string | null;
  signInAway: { title: string; since: string }[];
  busy: { id: string; percent: number; since: string }[];
  /** The disks of its machine; null for one that could not be measured. */
  disks: { folder: string; space: DiskSpace | null }[];
}

export interface ReportSources {
  /** The folders that the installation writes to, and the folder of its backups. */
  folders: string[];
  measureDisk: MeasureDisk;
  jobRuns: () => JobRuns[];
  busy: { list: () => { id: string; percent: number; since: Date }[] };
  /** How many bots this process reads, and of how many Telegram has given no messages lately. */
  bots: () => BotHealth;
  /** The same in MAX. */
  maxBots: () => BotHealth;
  billing: { providerAwaySince: () => Date | undefined };
  providers: { away: () => { title: string; since: Date }[] };
}

const sumOf = (all: BotHealth[]): BotHealth => ({
  polled: all.reduce((sum, { polled }) => sum + polled, 0),
  unwell: all.reduce((sum, { unwell }) => sum + unwell, 0),
});

/** Of what several have seen the earliest counts. */
function earliest<T extends { since: string }>(all: T[], keyOf: (one: T) => string): T[] {
  const found = new Map<string, T>();
  for (const one of all.toSorted((a, b) => a.since.localeCompare(b.since)))
    if (!found.has(keyOf(one))) found.set(keyOf(one), one);
  return [...found.values()];
}

/** Of a job, which runs in one process at a time, the last run counts. */
function lastRuns(all: ProcessReport['jobs']): ProcessReport['jobs'] {
  const found = new Map<string, ProcessReport['jobs'][number]>();
  for (const one of all.toSorted((a, b) => a.endedAt.localeCompare(b.endedAt))) found.set(one.name, one);
  return [...found.values()];
}

/** Joins what the processes see: what is bad at one of them is bad. */
export function joinReports(all: ProcessReport[]): ProcessReport {
  const away = all.flatMap(({ bankAwaySince }) => bankAwaySince ?? []).toSorted();
  return {
    jobs: lastRuns(all.flatMap(({ jobs }) => jobs)),
    bots: sumOf(all.map(({ bots }) => bots)),
    maxBots: sumOf(all.map(({ maxBots }) => maxBots)),
    bankAwaySince: away[0] ?? null,
    signInAway: earliest(
      all.flatMap(({ signInAway }) => signInAway),
      ({ title }) => title,
    ),
    // containers of one engine are seen by all of its processes
    busy: earliest(
      all.flatMap(({ busy }) => busy),
      ({ id }) => id,
    ).toSorted((a, b) => b.percent - a.percent),
    disks: all.flatMap(({ disks }) => disks),
  };
}

async function ownReport(sources: ReportSources): Promise<ProcessReport> {
  const { folders, measureDisk, jobRuns, busy, bots, maxBots, billing, providers } = sources;
  const measured = await Promise.all(
    folders.map((folder) =>
      measureDisk(folder).then(
        (space) => [{ folder, space }],
        // a folder may not exist yet
        (error) => (error.code === 'ENOENT' ? [] : [{ folder, space: null }]),
      ),
    ),
  );
  const since = <T extends { since: Date }>(one: T) => ({ ...one, since: one.since.toISOString() });
  return {
    jobs: jobRuns().flatMap(({ name, error, lastEndAt }) =>
      lastEndAt ? [{ name, error, endedAt: lastEndAt.toISOString() }] : [],
    ),
    bots: bots(),
    maxBots: maxBots(),
    bankAwaySince: billing.providerAwaySince()?.toISOString() ?? null,
    signInAway: providers.away().map(since),
    busy: busy.list().map(since),
    disks: measured.flat(),
  };
}

/**
 * Joins what each api process alone knows of the platform's health, so that all of them say the same: which of them tells
 * administrators changes from minute to minute.
 */
export function createProcessReports(deps: ReportSources & { db: Knex; processId: string; log: Logger }) {
  const { db, processId, log } = deps;
  const machine = hostname();

  const write = async (): Promise<void> =>
    putApiProcess(db, { id: processId, name: `${machine}:${process.pid}`, report: await ownReport(deps) });

  /** What this process sees itself is told also while the database is away. */
  const readOthers = () =>
    listOtherApiProcesses<ProcessReport>(db, processId).catch((error) => {
      log.warn({ err: error }, 'what the other api processes see is not read');
      return [];
    });

  return {
    write,
    /** What all living processes see. */
    async read(): Promise<ProcessReport> {
      const [own, others] = await Promise.all([ownReport(deps), readOthers()]);
      const elsewhere = others
        .map(({ name, report }) => ({ machine: name.replace(/:\d+$/, ''), report }))
        .map(({ machine: theirs, report }) => ({
          ...report,
          // those of this machine are measured here
          disks:
            theirs === machine ? [] : report.disks.map((disk) => ({ ...disk, folder: `${disk.folder} (${theirs})` })),
        }));
      return joinReports([own, ...elsewhere]);
    },
    /** Writes for the others to read until the returned function is called, after which this process counts as gone. */
    async watch(): Promise<() => Promise<void>> {
      let last = Promise.resolve();
      const begin = (): Promise<void> => {
        last = last
          .then(write)
          .catch((error) => log.warn({ err: error }, 'the other api processes do not see this one'));
        return last;
      };
      await begin();
      const timer = setInterval(() => void begin(), WRITE_EVERY_MS);
      return async () => {
        clearInterval(timer);
        await last;
        await dropApiProcess(db, processId).catch(() => undefined);
      };
    },
  };
}
export type ProcessReports = ReturnType<typeof createProcessReports>;
