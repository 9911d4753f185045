import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Host } from '../hosting/host.ts';
import { takeLock } from '../platform/locks.queries.ts';
import { lookRegularly } from '../platform/regular-looks.ts';
import { isPurged, pluckPurged } from './removal.queries.ts';

const LOOK_EVERY_MS = 3600_000;

/**
 * Removes what this machine keeps of tenants that another api process has purged: it has removed what lies at its own disk.
 * A tenant without a row is left alone, as it may be one of another installation or of a later backup.
 */
export function createPurgedFolders(deps: {
  db: Knex;
  /** The pool for locks that are held while a tenant's files are removed. */
  lockPool: Knex;
  host: Pick<Host, 'diskUse' | 'forget'>;
  log: Logger;
}) {
  const { db, lockPool, host, log } = deps;

  async function removeHere(id: string): Promise<void> {
    await lockPool.transaction(async (trx) => {
      await takeLock(trx, 'wake', id);
      // a restore of the platform's database may have brought it back meanwhile
      if (await isPurged(trx, id)) await host.forget(id);
    });
    log.info({ tenant: id }, 'files of a tenant removed that was purged by another api process');
  }

  /** What can't be removed now is tried again at the next look. */
  async function look(): Promise<void> {
    for (const id of await pluckPurged(db)) {
      if ((await host.diskUse(id)) === 0) continue;
      await removeHere(id).catch((error) =>
        log.error({ err: error, tenant: id }, 'files of a purged tenant not removed'),
      );
    }
  }

  return {
    look,
    /** Looks now and every hour until the returned function is called, which waits for the present look. */
    watch: (): (() => Promise<void>) =>
      lookRegularly({
        everyMs: LOOK_EVERY_MS,
        isAtOnce: true,
        look,
        onError: (error) => log.error({ err: error }, 'could not look for files of purged tenants'),
      }),
  };
}
export type PurgedFolders = ReturnType<typeof createPurgedFolders>;
