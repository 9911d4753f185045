import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { PLATFORM_BACKUP_DAYS } from '../../contract/backups.ts';
import type { TrustedClock } from '../trusted-clock/trusted-clock.service.ts';
import {
  adopt,
  type BackupRow,
  deleteBackups,
  listFailed,
  listOfTenant,
  pluckDone,
  updateBackup,
} from './backups.queries.ts';
import { dropBeside, listBeside } from './databases.queries.ts';
import { BROKEN_FROM_THE_START } from './errors.ts';
import type { BackupFiles, Manifest } from './files.ts';

const DAY_MS = 86_400_000;
/** How long a database that a restore has replaced is kept. */
export const KEEP_REPLACED_DAYS = 7;
/** Temporary staging databases older than this were left by a process that died. */
const ABANDONED_DAYS = 1;

interface KeepingDeps {
  db: Knex;
  server: Knex;
  files: BackupFiles;
  keep: number;
  /** Nothing is deleted by its age while the clock cannot be trusted. */
  trustedClock: Pick<TrustedClock, 'trusted'>;
  log: Logger;
}

/**
 * Sorts the newest first. Backups dated later than the one just made come from a clock that ran ahead: they are older,
 * so they go to the end and are deleted first.
 */
function madeFirst(backups: BackupRow[], made: string): BackupRow[] {
  const at = backups.find(({ id }) => id === made)?.created_at ?? new Date(0);
  const isLater = ({ created_at }: BackupRow): boolean => created_at > at;
  return [...backups.filter((one) => !isLater(one)), ...backups.filter(isLater)];
}

/** Deletes old backups and replaced databases. */
export function createKeeping({ db, server, files, keep, trustedClock, log }: KeepingDeps) {
  /** Good backups beyond the newest `keep`, platform backups past their age, and old failed ones. */
  function superfluous(backups: BackupRow[], at: Date): BackupRow[] {
    const good = backups.filter(({ status }) => status === 'done');
    const oldest = at.getTime() - PLATFORM_BACKUP_DAYS * DAY_MS;
    const outlived = good.filter(
      ({ tenant_id, created_at }, index) => index > 0 && tenant_id === null && created_at.getTime() < oldest,
    );
    const failed = backups.filter(({ status }) => status === 'failed');
    return [...new Set([...good.slice(keep), ...outlived, ...failed.slice(keep)])];
  }

  async function remove(backups: BackupRow[]): Promise<void> {
    for (const { tenant_id, id } of backups) {
      await files.remove(tenant_id, id);
      await deleteBackups(db, [id]);
    }
  }

  /**
   * Returns manifests of backups that have not failed, and of failed ones whose file is intact again, as after a disk
   * was away.
   */
  async function soundAmong(manifests: Manifest[]): Promise<Manifest[]> {
    const ids = manifests.map(({ id }) => id);
    const failed = new Map((await listFailed(db, ids)).map(({ id, error }) => [id, error]));
    const sound: Manifest[] = [];
    for (const manifest of manifests) {
      const { id, tenant_id, sha256 } = manifest;
      if (failed.get(id) === BROKEN_FROM_THE_START) continue;
      if (!failed.has(id) || (await files.hash(tenant_id, id))?.sha256 === sha256) sound.push(manifest);
    }
    return sound;
  }

  return {
    /** Called after a new backup is made, so that old ones stay while none can be made. */
    async prune(tenantId: string | null, made: string): Promise<void> {
      const at = await trustedClock.trusted();
      if (!at) return;
      const backups = madeFirst(await listOfTenant(db, tenantId), made);
      await remove(superfluous(backups, at).filter(({ id }) => id !== made));
    },

    /** Deletes all backups of a purged tenant: they must not outlive its data. */
    async forget(tenantId: string): Promise<void> {
      await files.removeAllOf(tenantId);
      await deleteBackups(
        db,
        (await listOfTenant(db, tenantId)).map(({ id }) => id),
      );
    },

    /**
     * Brings the rows in line with the files: a file without a row gets one, a row without a file is marked as failed.
     */
    async reconcile(): Promise<void> {
      const adopted = await adopt(db, await soundAmong(await files.manifests()));
      if (adopted > 0) log.info({ backups: adopted }, 'found backups that the table did not tell of');
      for (const { id, tenant_id } of await pluckDone(db)) {
        if (await files.isThere(tenant_id, id)) continue;
        await updateBackup(db, id, { status: 'failed', error: 'Файла копии нет на месте' });
      }
    },

    countReplaced: async (of: string[]): Promise<number> =>
      (await listBeside(server, of)).filter(({ what }) => what === 'old').length,

    /** Drops databases that restores have replaced, and those left by trials and restores that died. */
    async dropReplaced(of: string[]): Promise<string[]> {
      const dropped: string[] = [];
      const now = await trustedClock.trusted();
      if (!now) return dropped;
      for (const { name, what, at } of await listBeside(server, of)) {
        const days = what === 'old' ? KEEP_REPLACED_DAYS : ABANDONED_DAYS;
        if (at * 1000 > now.getTime() - days * DAY_MS) continue;
        await dropBeside(server, name);
        dropped.push(name);
      }
      return dropped;
    },
  };
}
export type Keeping = ReturnType<typeof createKeeping>;
