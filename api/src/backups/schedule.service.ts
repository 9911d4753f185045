import { createHash } from 'node:crypto';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { AppError } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { tryLock } from '../platform/locks.queries.ts';
import { type Latest, listLatest, pluckRunning } from './backups.queries.ts';
import { isHere, type Keeping } from './keeping.service.ts';
import type { Making } from './making.service.ts';
import type { Subject, Subjects } from './subjects.ts';
import type { Trials } from './trial.service.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How often the newest backup of each database is restored for trial. */
const PROVEN_EVERY_MS = 7 * DAY_MS;
/** Past these ages the administrators are warned. */
const STALE_MS = 1.5 * DAY_MS;
const UNPROVEN_MS = 8 * DAY_MS;
/** The limit of trials in one hour: enough to verify a thousand tenants within a week. */
const TRIALS_AN_HOUR = 20;

/** Each database has its own hour of the day (UTC), so that the backups are spread out. */
export const hourOf = (tenantId: string | null): number =>
  createHash('sha256')
    .update(tenantId ?? 'platform')
    .digest()
    .readUInt16BE(0) % 24;

/** Returns the last time that a backup of this database was scheduled. */
export function lastTurn(tenantId: string | null, now: Date): Date {
  const turn = new Date(now);
  turn.setUTCHours(hourOf(tenantId), 0, 0, 0);
  return turn > now ? new Date(turn.getTime() - DAY_MS) : turn;
}

/** The administrator reads it in the list of jobs that fail. */
function messageOf(errors: unknown[]): string {
  const reason = errors.find((error) => error instanceof AppError);
  return `${reason?.message ?? 'Внутренняя ошибка. Подробности — в журнале платформы'} (${errors.length})`;
}

interface ScheduleDeps {
  db: Knex;
  lockPool: Knex;
  subjects: Subjects;
  making: Making;
  trials: Trials;
  keeping: Keeping;
  /** The place whose backups this process can read. */
  place: () => Promise<string | null>;
  /** Whether the storage answers nobody now. */
  isAway: () => Promise<boolean>;
  /** Reopens databases of tenants that a restore has left closed. */
  reopen: () => Promise<void>;
  log: Logger;
  now: () => Date;
}

/** Hourly work. Each job may be repeated, and a failure with one database does not stop the others. */
export function createSchedule({
  db,
  lockPool,
  subjects,
  making,
  trials,
  keeping,
  place,
  isAway,
  reopen,
  log,
  now,
}: ScheduleDeps) {
  const latestOf = async (): Promise<Map<string | null, Latest>> =>
    new Map((await listLatest(db, now())).map((latest) => [latest.tenant_id, latest]));

  /** Whether a scheduled time has passed since the last backup; a new database waits for its first one. */
  const isDue = ({ tenantId, since }: Subject, latest: Map<string | null, Latest>): boolean =>
    (latest.get(tenantId)?.created_at ?? since) < lastTurn(tenantId, now());

  async function due(): Promise<Subject[]> {
    const latest = await latestOf();
    return (await subjects.living()).filter((subject) => isDue(subject, latest));
  }

  /** Cleans up backups that a process which died has left running. */
  async function tidy(): Promise<void> {
    for (const tenantId of await pluckRunning(db)) {
      await lockPool.transaction(async (trx) => {
        if (await tryLock(trx, 'backup making', tenantId ?? '')) await making.tidy(tenantId);
      });
    }
  }

  /**
   * Works on one after the other. Once the storage is away the others wait for the next hour: each would wait for it in
   * vain, and hundreds of them for longer than the hour. Returns the errors.
   */
  async function inTurn<T>(all: T[], work: (one: T) => Promise<unknown>): Promise<unknown[]> {
    const errors: unknown[] = [];
    for (const one of all) {
      const before = errors.length;
      await work(one).catch((error) => void errors.push(error));
      if (errors.length > before && (await isAway())) break;
    }
    return errors;
  }

  return {
    /** Throws after all backups if any of them failed. */
    async makeDue(): Promise<void> {
      await tidy();
      await reopen();
      const errors: unknown[] = [];
      // a storage that cannot be listed may still take new ones
      for (const keep of [keeping.reconcile, keeping.pruneHere]) await keep().catch((error) => void errors.push(error));
      const made = await inTurn(await due(), (subject) =>
        making.makeDue(subject, async () => isDue(subject, await latestOf())),
      );
      errors.push(...made);
      const all = await subjects.living();
      await keeping.dropReplaced(all.map(({ database }) => database));
      if (errors.length > 0) throw new AggregateError(errors, messageOf(errors));
    },

    /** Counts the databases whose last backup is too old, and those whose last trial is. */
    async overdue(): Promise<{ stale: number; unproven: number }> {
      const latest = await latestOf();
      const ago = (ms: number): Date => new Date(now().getTime() - ms);
      const all = await subjects.living();
      const late = (date: Date | null | undefined, since: Date, ms: number): boolean => (date ?? since) < ago(ms);
      return {
        stale: all.filter(({ tenantId, since }) => late(latest.get(tenantId)?.created_at, since, STALE_MS)).length,
        unproven: all.filter(({ tenantId, since }) => late(latest.get(tenantId)?.proven_at, since, UNPROVEN_MS)).length,
      };
    },

    /**
     * The age of the newest backup of the database that has the oldest one, where one without any counts from its
     * beginning, and of the last trial of all; in seconds.
     */
    async ages(): Promise<{ oldestSeconds: number; proofSeconds: number | null }> {
      const latest = await latestOf();
      const all = await subjects.living();
      const secondsSince = (at: number): number => Math.max(0, (now().getTime() - at) / 1000);
      const newest = all.map(({ tenantId, since }) => (latest.get(tenantId)?.created_at ?? since).getTime());
      const proofs = all.flatMap(({ tenantId }) => latest.get(tenantId)?.proven_at?.getTime() ?? []);
      return {
        oldestSeconds: newest.length > 0 ? secondsSince(Math.min(...newest)) : 0,
        proofSeconds: proofs.length > 0 ? secondsSince(Math.max(...proofs)) : null,
      };
    },

    /** Verifies the newest backup of each database once a week; one that lies elsewhere is proven there. */
    async proveDue(): Promise<void> {
      const here = await place();
      const before = new Date(now().getTime() - PROVEN_EVERY_MS);
      const living = new Set((await subjects.living()).map(({ tenantId }) => tenantId));
      const waiting = (await listLatest(db, now()))
        .filter((latest) => living.has(latest.tenant_id) && isHere(latest, here))
        .filter(({ proven_at }) => !proven_at || proven_at < before)
        .sort((a, b) => (a.proven_at?.getTime() ?? 0) - (b.proven_at?.getTime() ?? 0));
      const errors = await inTurn(waiting.slice(0, TRIALS_AN_HOUR), ({ id }) => trials.verify(id));
      if (errors.length > 0) throw new AggregateError(errors, messageOf(errors));
      if (waiting.length > 0) log.info({ proven: Math.min(waiting.length, TRIALS_AN_HOUR) }, 'backups proven');
    },
  };
}
export type Schedule = ReturnType<typeof createSchedule>;
