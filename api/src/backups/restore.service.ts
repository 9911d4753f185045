import type { Knex } from '@ostatok/kit/node/db.ts';
import { AppError } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { tryLock } from '../platform/locks.queries.ts';
import { findBackup } from './backups.queries.ts';
import {
  dropBeside,
  isThere,
  listBeside,
  shut,
  shutAmong,
  stagingDatabaseName,
  switchDatabases,
} from './databases.queries.ts';
import { inTime, restoreBeside, within } from './databases.ts';
import { isBusy, noBackup, noVenue, toAppError } from './errors.ts';
import type { BackupFiles } from './files.ts';
import { carryNumbers, carrySecurityLog, endSignIns } from './restored-venue.queries.ts';
import type { Subject, Subjects } from './subjects.ts';
import type { Trials } from './trial.service.ts';

export interface RestoreDeps {
  db: Knex;
  lockPool: Knex;
  server: Knex;
  files: BackupFiles;
  subjects: Subjects;
  trials: Pick<Trials, 'check'>;
  venues: {
    /** Stops the tenant; nobody can start or delete it until `work` is done. */
    whileStopped: <T>(tenantId: string, work: () => Promise<T>) => Promise<T>;
    /** Resolves when the tenant runs and answers; a suspended one stays stopped. */
    start: (tenantId: string) => Promise<void>;
  };
  /** How long it may take to build the restored database. */
  longestMs: number;
  log: Logger;
}

/**
 * One order to restore. `at` (seconds) names its databases, so that a process that resumes it after a crash finds them.
 */
export interface RestoreOrder {
  backupId: string;
  at: number;
  /** Also accepts a backup made before backups were signed. */
  unsigned?: boolean;
}

async function fill(
  { files, server }: RestoreDeps,
  subject: Subject,
  { backupId, unsigned }: RestoreOrder,
  name: string,
): Promise<number> {
  const frames = files.frames(subject.tenantId, backupId, unsigned);
  const { rows } = await restoreBeside(server, subject, frames, { name, use: true });
  await within(subject.urlOf(name), endSignIns);
  return rows;
}

async function build(deps: RestoreDeps, subject: Subject, order: RestoreOrder, name: string): Promise<number> {
  await dropBeside(deps.server, name);
  try {
    return await inTime(fill(deps, subject, order, name), deps.longestMs);
  } catch (error) {
    await dropBeside(deps.server, name);
    throw toAppError(error);
  }
}

/**
 * The present data may be broken, which may be why it is being restored: what cannot be read of it is not carried
 * over.
 */
async function carryOn({ log }: RestoreDeps, { urlOf, database, tenantId }: Subject, next: string): Promise<void> {
  for (const carry of [carryNumbers, carrySecurityLog]) {
    try {
      await within(urlOf(database), (present) => within(urlOf(next), (restored) => carry(present, restored)));
    } catch (error) {
      log.error({ err: error, tenant: tenantId }, `${carry.name} failed: the restored database goes on without`);
    }
  }
}

async function goBack(
  { venues, server }: RestoreDeps,
  tenantId: string,
  subject: Subject,
  names: { next: string; old: string },
): Promise<void> {
  await venues.whileStopped(tenantId, () => switchDatabases(server, subject.database, names.old, names.next));
  await dropBeside(server, names.next);
  await venues.start(tenantId);
}

async function carryOut(
  deps: RestoreDeps,
  subject: Subject,
  tenantId: string,
  order: RestoreOrder,
): Promise<{ replaced: string }> {
  const { at } = order;
  const names = {
    next: stagingDatabaseName(subject.database, 'new', at),
    old: stagingDatabaseName(subject.database, 'old', at),
  };
  const switched = (await listBeside(deps.server, [subject.database])).some(({ name }) => name === names.old);
  const isLost = !(await isThere(deps.server, subject.database));
  // a crash in the middle of the switch leaves the tenant's database closed, the old one or the new
  if (!(await subject.ensure())) throw noVenue();
  // with the empty one the tenant would start, take messages that wait, and know none of its people
  if (isLost) await shut(deps.server, subject.database);
  if (!switched) {
    await build(deps, subject, order, names.next).catch(async (error) => {
      if (isLost) await dropBeside(deps.server, subject.database);
      throw error;
    });
    await deps.venues.whileStopped(tenantId, async () => {
      // deleted or quarantined while the database was built: it stays so. From here on nobody can delete it until
      // this work is done
      if (!(await deps.subjects.find(tenantId))) {
        await dropBeside(deps.server, names.next);
        throw noVenue();
      }
      if (!isLost) await carryOn(deps, subject, names.next);
      await switchDatabases(deps.server, subject.database, names.next, names.old);
    });
  }
  try {
    await deps.venues.start(tenantId);
  } catch (error) {
    if (isLost) throw error;
    deps.log.error({ err: error, tenant: tenantId }, 'restored venue does not start, its old database comes back');
    await goBack(deps, tenantId, subject, names);
    throw new AppError(503, 'restored_venue_down', 'Заведение не запустилось с данными из копии. Возвращены прежние');
  }
  return { replaced: names.old };
}

/**
 * Restores a tenant: into a staging database, checked, then switched by name while the tenant is stopped. The replaced
 * database is kept closed, and comes back if the tenant does not start with the new one.
 */
export function createRestore(deps: RestoreDeps) {
  const { db, lockPool, server, subjects, trials, log } = deps;

  return {
    /** Idempotent: a repeated run goes on where a crash ended the first. Returns the name of the replaced database. */
    run: (order: RestoreOrder): Promise<{ replaced: string }> =>
      lockPool.transaction(async (trx) => {
        const backup = await findBackup(db, order.backupId);
        if (backup?.status !== 'done' || backup.tenant_id === null) throw noBackup();
        const subject = await subjects.find(backup.tenant_id);
        if (!subject) throw noVenue();
        if (!(await tryLock(trx, 'backup restore', backup.tenant_id ?? ''))) throw isBusy();
        await trials.check(backup, order.unsigned).catch((error) => {
          throw toAppError(error);
        });
        return carryOut(deps, subject, backup.tenant_id, order);
      }),

    /**
     * Reopens the databases of tenants that a crash within the switch has left closed, whatever became of the restore
     * since. Each is complete, with the old data or the new. A tenant that is being switched right now is skipped.
     */
    async reopen(): Promise<void> {
      const living = await subjects.living();
      const shut = new Set(
        await shutAmong(
          server,
          living.map(({ database }) => database),
        ),
      );
      for (const subject of living.filter(({ database }) => shut.has(database))) {
        await lockPool.transaction(async (trx) => {
          if (await tryLock(trx, 'backup restore', subject.tenantId ?? '')) await subject.ensure();
        });
        log.warn({ tenant: subject.tenantId }, 'opened a database that a restore had left shut');
      }
    },
  };
}
