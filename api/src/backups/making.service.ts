import { randomUUID } from 'node:crypto';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { tryLock } from '../platform/locks.queries.ts';
import { type BackupRow, failInterrupted, insertBackup, updateBackup } from './backups.queries.ts';
import { FORMAT } from './contents.ts';
import { writeBackup } from './databases.ts';
import { isBusy, sayOf, toAppError } from './errors.ts';
import type { BackupFiles } from './files.ts';
import { isHere } from './keeping.service.ts';
import type { Subject } from './subjects.ts';

const INTERRUPTED = 'Прервано: процесс остановился';

interface MakingDeps {
  db: Knex;
  lockPool: Knex;
  files: BackupFiles;
  /** Deletes old backups once a new one is made. */
  prune: (tenantId: string | null, made: string) => Promise<void>;
  /** Makes open pages reload. */
  notify: (id: string) => Promise<void>;
  /** How long the backup of a tenant may take; the platform's own may take any time. */
  longestMs: number;
  log: Logger;
  now: () => Date;
}

/** Makes backups, one at a time of each database; a backup is done only when it has been read back. */
export function createMaking({ db, lockPool, files, prune, notify, longestMs, log, now }: MakingDeps) {
  async function write(id: string, subject: Subject): Promise<BackupRow> {
    const { tenantId, subdomain } = subject;
    const created_at = now();
    // a folder that cannot be written is told of by the backup itself
    const place = await files.storage.place(true).catch(() => null);
    await insertBackup(db, { id, tenant_id: tenantId, subdomain, created_at, place });
    await notify(id);
    const about = { format: FORMAT, id, tenant_id: tenantId, subdomain, created_at: created_at.toISOString() } as const;
    try {
      const { bytes, sha256 } = await writeBackup(files, subject, about, tenantId === null ? undefined : longestMs);
      return await updateBackup(db, id, {
        status: 'done',
        protection: files.protection,
        bytes,
        sha256,
        finished_at: now(),
      });
    } catch (error) {
      log.error({ err: error, tenant: tenantId, backup: id }, 'backup failed');
      await updateBackup(db, id, { status: 'failed', error: sayOf(error), finished_at: now() });
      throw toAppError(error);
    } finally {
      await notify(id);
    }
  }

  /**
   * Removes half-written backups of a process that died; what is out of reach goes when the files are next compared with
   * the table. Call it only with the lock held.
   */
  async function tidy(tenantId: string | null): Promise<void> {
    const here = await files.storage.place();
    for (const { id, place } of await failInterrupted(db, tenantId, INTERRUPTED, now())) {
      if (!isHere({ place }, here)) continue;
      await files
        .remove(tenantId, id)
        .catch((error) => log.warn({ err: error, backup: id }, 'half a backup not removed'));
    }
  }

  async function make(subject: Subject): Promise<BackupRow> {
    await tidy(subject.tenantId);
    const row = await write(randomUUID(), subject);
    await prune(subject.tenantId, row.id).catch((error) => log.error({ err: error }, 'old backups not removed'));
    return row;
  }

  return {
    tidy,
    /**
     * Throws Conflict while another backup of this database is being made, and an error with a message for the user on
     * failure.
     */
    make: (subject: Subject): Promise<BackupRow> =>
      lockPool.transaction(async (trx) => {
        if (!(await tryLock(trx, 'backup making', subject.tenantId ?? ''))) throw isBusy();
        return make(subject);
      }),
    /**
     * Does nothing when another process is making a backup. `isDue` is asked with the lock held, since another process
     * may just have made it.
     */
    makeDue: (subject: Subject, isDue: () => Promise<boolean>): Promise<void> =>
      lockPool.transaction(async (trx) => {
        if ((await tryLock(trx, 'backup making', subject.tenantId ?? '')) && (await isDue())) await make(subject);
      }),
  };
}
export type Making = ReturnType<typeof createMaking>;
