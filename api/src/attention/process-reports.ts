import { hostname } from 'node:os';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import {
  dropApiProcess,
  listOtherApiProcesses,
  putApiProcess,
  touchApiProcess,
} from '../platform/api-processes.queries.ts';
import { type DiskSpace, deviceOf, givingUp, type MeasureDisk } from '../platform/disk-space.ts';
import type { JobRuns } from '../platform/jobs.ts';

const WRITE_EVERY_MS = 20_000;
const MEASURE_MS = 3000;

interface BotHealth {
  polled: number;
  unwell: number;
}

export interface ReportedDisk {
  folder: string;
  /** Whether the process that tells of it needs it to work. */
  isHome: boolean;
  /** The same for folders of one disk; null for one that could not be measured. */
  device: string | null;
  space: DiskSpace | null;
}

/** What one api process alone knows; times are ISO strings, since the others read it from the database. */
export interface ProcessReport {
  jobs: { name: string; error: string | null; endedAt: string }[];
  bots: BotHealth;
  maxBots: BotHealth;
  bankAwaySince: string | null;
  signInAway: { title: string; since: string }[];
  busy: { id: string; percent: number; since: string }[];
  /** The disks of the folders that it writes to. */
  disks: ReportedDisk[];
}

export interface ReportSources {
  /** The folder that the installation writes to. */
  home: string;
  /** The folder of its backups, where they lie in one. */
  backupsFolder?: string | undefined;
  measureDisk: MeasureDisk;
  /** Tells which disk a folder lies on; tests replace it. */
  deviceOf?: ((folder: string) => Promise<string>) | undefined;
  /** How long a disk may take to be measured. */
  longestMeasureMs?: number | undefined;
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

type MeasureDisks = () => Promise<ReportedDisk[]>;

/** Measures the disks of this process's folders. */
function createDisks(machine: string, sources: ReportSources): MeasureDisks {
  const { home, backupsFolder, measureDisk, deviceOf: disk = deviceOf, longestMeasureMs = MEASURE_MS } = sources;
  const folders = [home, backupsFolder].filter((folder) => folder !== undefined);
  const measure = givingUp(
    async (folder) => ({ space: await measureDisk(folder), device: `${machine}:${await disk(folder)}` }),
    longestMeasureMs,
  );
  return async () => {
    const measured = await Promise.all(
      folders.map((folder) => {
        const isHome = folder === home;
        return measure(folder).then(
          (found) => [{ folder, isHome, ...found }],
          // a folder may not exist yet
          (error) => (error.code === 'ENOENT' ? [] : [{ folder, isHome, space: null, device: null }]),
        );
      }),
    );
    return measured.flat();
  };
}

async function ownReport(sources: ReportSources, disks: MeasureDisks): Promise<ProcessReport> {
  const { jobRuns, busy, bots, maxBots, billing, providers } = sources;
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
    disks: await disks(),
  };
}

/**
 * Joins what each api process alone knows of the platform's health, so that all of them say the same: which of them tells
 * administrators changes from minute to minute.
 */
export function createProcessReports(deps: ReportSources & { db: Knex; processId: string; log: Logger }) {
  const { db, processId, log } = deps;
  const machine = hostname();

  const disks = createDisks(machine, deps);

  const write = async (): Promise<void> => {
    // what has to be measured first is no sign of life
    await touchApiProcess(db, processId);
    const report = await ownReport(deps, disks);
    await putApiProcess(db, { id: processId, name: `${machine}:${process.pid}`, report });
  };

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
      const [own, others] = await Promise.all([ownReport(deps, disks), readOthers()]);
      const here = new Set(own.disks.map(({ folder }) => folder));
      const elsewhere = others
        .map(({ name, report }) => ({ machine: name.replace(/:\d+$/, ''), report }))
        .map(({ machine: theirs, report }) => ({
          ...report,
          disks:
            theirs === machine
              ? report.disks.filter(({ folder }) => !here.has(folder))
              : report.disks.map((disk) => ({ ...disk, folder: `${disk.folder} (${theirs})` })),
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
