import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { PLATFORM_BACKUP_DAYS } from '../../contract/backups.ts';
import type { TrustedClock } from '../trusted-clock/trusted-clock.service.ts';
import {
  adopt,
  type BackupRow,
  claim,
  deleteBackups,
  failDone,
  listDoneAt,
  listFailed,
  listOfTenant,
  pluckNeverWhole,
  pluckPurged,
  pluckTenantsAt,
} from './backups.queries.ts';
import { dropBeside, listBeside } from './databases.queries.ts';
import type { BackupIdentity } from './envelope.ts';
import { BROKEN_FROM_THE_START } from './errors.ts';
import type { BackupFiles, StoredBackup } from './files.ts';

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
 * Sorts the newest first. Backups dated later than the one just made, or than now, come from a clock that ran ahead: they
 * are older, so they go to the end and are deleted first.
 */
function newestFirst(backups: BackupRow[], at: Date): BackupRow[] {
  const isLater = ({ created_at }: BackupRow): boolean => created_at > at;
  return [...backups.filter((one) => !isLater(one)), ...backups.filter(isLater)];
}

/** Whether this process can read the file; of old rows nobody knows where it lies. */
export const isHere = ({ place }: Pick<BackupRow, 'place'>, here: string | null): boolean =>
  place === null || place === here;

/**
 * Deletes old backups and replaced databases. Backups that lie elsewhere, on the disk of another process, are left to
 * whoever sees them.
 */
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

  /** Deletes what is too old and lies here. `made` was just made: it is kept, and whatever is dated later is older. */
  async function prune(tenantId: string | null, made?: string): Promise<void> {
    const at = await trustedClock.trusted();
    if (!at) return;
    const all = await listOfTenant(db, tenantId);
    const backups = newestFirst(all, all.find(({ id }) => id === made)?.created_at ?? at);
    const here = await files.storage.place();
    await remove(superfluous(backups, at).filter((one) => one.id !== made && isHere(one, here)));
  }

  async function forget(tenantId: string): Promise<void> {
    await files.removeAllOf(tenantId);
    const here = await files.storage.place();
    const gone = (await listOfTenant(db, tenantId)).filter((one) => isHere(one, here));
    await deleteBackups(
      db,
      gone.map(({ id }) => id),
    );
  }

  /**
   * Leaves out the backups that were known to be bad when they were made. A failed one counts again when its file is
   * intact, as after a disk was away.
   */
  async function adoptUnknown(unknown: StoredBackup[], place: string | null): Promise<void> {
    const ids = unknown.map(({ id }) => id);
    const failed = new Map((await listFailed(db, ids)).map(({ id, error }) => [id, error]));
    const hopeful = unknown.filter(({ id, bytes }) => bytes !== undefined && failed.get(id) !== BROKEN_FROM_THE_START);
    const sizes = new Map(hopeful.map(({ id, bytes }) => [id, bytes]));
    let adopted = 0;
    for (const manifest of await files.manifests(hopeful)) {
      const { id, tenant_id, bytes, sha256 } = manifest;
      if (failed.has(id)) {
        // a file of another size needs no reading
        if (sizes.get(id) !== bytes || (await files.hash(tenant_id, id))?.sha256 !== sha256) continue;
      }
      const found = { manifest, place, protection: await files.protectionOf(tenant_id, id) };
      adopted += await adopt(db, found);
      await claim(db, found);
    }
    if (adopted > 0) log.info({ backups: adopted }, 'found backups that the table did not tell of');
  }

  /** Files of tenants that another process has deleted for good: it could not reach these. */
  async function forgetPurged(stored: StoredBackup[], here: (string | null)[]): Promise<Set<string>> {
    const ids = [...stored.map(({ tenant_id }) => tenant_id), ...here].filter((id) => id !== null);
    const purged = await pluckPurged(db, [...new Set(ids)]);
    for (const id of purged) await forget(id);
    return new Set(purged);
  }

  /** Removes the files of failed backups that were out of reach when they failed. */
  async function removeLeftovers(undescribed: BackupIdentity[], place: string | null): Promise<void> {
    if (place === null || undescribed.length === 0) return;
    const ids = undescribed.map(({ id }) => id);
    const left = new Set(await pluckNeverWhole(db, ids, place));
    for (const { tenant_id, id } of undescribed) if (left.has(id)) await files.remove(tenant_id, id);
  }

  /**
   * Brings the rows in line with the files of this place: a file without a row gets one, a row without a file is marked
   * as failed.
   */
  async function reconcile(): Promise<void> {
    // the rows first: what is finished meanwhile is listed and not missed
    const place = await files.storage.place();
    const known = await listDoneAt(db, place);
    const { stored, undescribed } = await files.list();
    await removeLeftovers(undescribed, place);
    const purged = await forgetPurged(stored, await pluckTenantsAt(db, place));
    const living = stored.filter(({ tenant_id }) => tenant_id === null || !purged.has(tenant_id));
    const present = new Set(living.filter(({ bytes }) => bytes !== undefined).map(({ id }) => id));
    for (const one of known) {
      if (!present.has(one.id)) await failDone(db, one, 'Файла копии нет на месте');
    }
    const settled = new Set(known.filter((one) => one.place !== null && present.has(one.id)).map(({ id }) => id));
    const unknown = living.filter(({ id }) => !settled.has(id));
    if (unknown.length === 0) return;
    await adoptUnknown(unknown, place ?? (await files.storage.place(true).catch(() => null)));
  }

  return {
    /** Called after a new backup is made, so that old ones stay while none can be made. */
    prune: (tenantId: string | null, made: string): Promise<void> => prune(tenantId, made),

    /** Deletes all backups of a purged tenant: they must not outlive its data. */
    forget,

    reconcile,

    /** Deletes what lies here and became too old by what other processes have made since, and what uploads have left. */
    async pruneHere(): Promise<void> {
      const place = await files.storage.place();
      if (place === null) return;
      for (const tenantId of await pluckTenantsAt(db, place)) await prune(tenantId);
      const at = await trustedClock.trusted();
      if (at) await files.storage.removeUnfinished(new Date(at.getTime() - ABANDONED_DAYS * DAY_MS));
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
