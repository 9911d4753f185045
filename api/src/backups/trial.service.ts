import type { Knex } from '@ostatok/kit/node/db.ts';
import { Unreadable } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { createConcurrencyLimit } from '../../../kit/node/concurrency-limit.ts';
import { tryLock } from '../platform/locks.queries.ts';
import { type BackupRow, findBackup, updateBackup } from './backups.queries.ts';
import { dropBeside, listBeside, secondsOf, stagingDatabaseName } from './databases.queries.ts';
import { inTime, restoreBeside } from './databases.ts';
import { isAltered, isBusy, isElsewhere, noBackup, noVenue, sayOfTrial, toAppError } from './errors.ts';
import type { BackupFiles } from './files.ts';
import { isHere } from './keeping.service.ts';
import type { Subjects } from './subjects.ts';

/** How many trials run concurrently: each adds a database to the server. */
const AT_ONCE = 1;

interface TrialDeps {
  db: Knex;
  lockPool: Knex;
  server: Knex;
  files: BackupFiles;
  subjects: Subjects;
  notify: (id: string) => Promise<void>;
  /** How long the trial of a tenant's backup may take. */
  longestMs: number;
  log: Logger;
  now: () => Date;
}

/** Verifies backups: each is restored into a staging database, compared with its summary and dropped again. */
export function createTrials({ db, lockPool, server, files, subjects, notify, longestMs, log, now }: TrialDeps) {
  const turn = createConcurrencyLimit(AT_ONCE);

  /** Throws unless the file is the one that was written and is signed by us. */
  async function check(backup: BackupRow, unsigned = false): Promise<void> {
    if (!isHere(backup, await files.storage.place())) throw isElsewhere();
    const { tenant_id, id, sha256 } = backup;
    const found = await files.hash(tenant_id, id);
    if (!found || found.sha256 !== sha256) throw isAltered();
    await files.verify(tenant_id, id, unsigned);
  }

  async function restoreForTrial(backup: BackupRow): Promise<void> {
    const subject = await subjects.find(backup.tenant_id);
    if (!subject) throw noVenue();
    const name = stagingDatabaseName(subject.database, 'trial', secondsOf(now()));
    // left by a trial whose process died
    for (const left of await listBeside(server, [subject.database])) {
      if (left.what === 'trial') await dropBeside(server, left.name);
    }
    try {
      const frames = files.frames(backup.tenant_id, backup.id, true);
      const restoring = restoreBeside(server, subject, frames, { name, use: false });
      await (subject.tenantId === null ? restoring : inTime(restoring, longestMs));
    } finally {
      await dropBeside(server, name);
    }
  }

  async function prove(backup: BackupRow): Promise<BackupRow> {
    try {
      // a trial also takes an unsigned backup: it shows only that the file can be read
      await check(backup, true);
      await restoreForTrial(backup);
      return await updateBackup(db, backup.id, { verified_at: now(), error: null });
    } catch (error) {
      log.error({ err: error, tenant: backup.tenant_id, backup: backup.id }, 'backup could not be restored for trial');
      const mistake = toAppError(error);
      // a temporary error leaves a good backup good; a bad one counts as failed, so that a new one is made
      const status = mistake instanceof Unreadable ? 'failed' : 'done';
      await updateBackup(db, backup.id, { status, verified_at: null, error: sayOfTrial(error) });
      throw mistake;
    } finally {
      await notify(backup.id);
    }
  }

  return {
    check,
    /** Throws an error with a message for the user if anything is missing. */
    verify: (id: string): Promise<BackupRow> =>
      turn(() =>
        lockPool.transaction(async (trx) => {
          const backup = await findBackup(db, id);
          if (backup?.status !== 'done') throw noBackup();
          if (!isHere(backup, await files.storage.place())) throw isElsewhere();
          if (!(await tryLock(trx, 'backup trial', backup.tenant_id ?? ''))) throw isBusy();
          return prove(backup);
        }),
      ),
  };
}
export type Trials = ReturnType<typeof createTrials>;
