import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Host } from '../hosting/host.ts';
import { takeLock } from '../platform/locks.queries.ts';
import { lookRegularly } from '../platform/regular-looks.ts';
import { asideOf, findQuarantined, listByKeys, listKept, type QuarantineRow } from './quarantine.queries.ts';
import type { QuarantineSteps } from './work.ts';

const ACTION = 'orphaned_containers';
const LOOK_EVERY_MS = 5 * 60_000;
const ASIDE_NAME = /^quarantine_(\w+)_\d{8}$/;

const isOver = ({ status }: QuarantineRow): boolean => status === 'restored' || status === 'purged';

/**
 * Does with the files at this machine's disk what another api process has done with those of the same tenant at its own:
 * sets them aside, moves them back, or deletes them. Files whose entry is not known are left alone, as they may be those
 * of another installation or of a later backup.
 */
export function createQuarantinedFiles(deps: {
  db: Knex;
  /** The pool for locks that are held while files are moved. */
  lockPool: Knex;
  host: Pick<Host, 'aside' | 'diskUse' | 'putBack' | 'dropAside'>;
  setAside: QuarantineSteps['setAside'];
  log: Logger;
}) {
  const { db, lockPool, host, log } = deps;

  /** What lies aside here although its entry is over, by the last entry that had the name. */
  async function leftAside(): Promise<QuarantineRow[]> {
    const names = await host.aside();
    const keys = names.flatMap((name) => ASIDE_NAME.exec(name)?.[1] ?? []);
    const last = new Map((await listByKeys(db, ACTION, keys)).map((row) => [asideOf(row), row]));
    return names.flatMap((name) => last.get(name) ?? []).filter(isOver);
  }

  /** What an entry has set aside elsewhere and lies here in its place. */
  async function leftInPlace(): Promise<QuarantineRow[]> {
    const rows = await listKept(db, ACTION);
    const sizes = await Promise.all(rows.map(({ key }) => host.diskUse(key)));
    return rows.filter((_row, at) => (sizes[at] ?? 0) > 0);
  }

  async function follow({ id, key, status: seen }: QuarantineRow): Promise<void> {
    await lockPool.transaction(async (trx) => {
      await takeLock(trx, `cleanup ${ACTION}`, key);
      const row = await findQuarantined(trx, id);
      if (row?.status !== seen) return;
      const aside = asideOf(row);
      if (seen === 'kept') await deps.setAside(key, aside, row.was);
      if (seen === 'restored') await host.putBack(key, aside);
      if (seen === 'purged') await host.dropAside(aside);
      // those of a tenant that exists again stay where they are
      log[seen === 'kept' ? 'debug' : 'info'](
        { tenant: key, status: seen },
        'files of a tenant follow what another api process has done',
      );
    });
  }

  /** What can't be done now is tried again at the next look. */
  async function look(): Promise<void> {
    for (const row of [...(await leftAside()), ...(await leftInPlace())])
      await follow(row).catch((error) =>
        log.error({ err: error, quarantine: row.id }, 'quarantined files not followed'),
      );
  }

  return {
    look,
    /** Looks now and every few minutes until the returned function is called, which waits for the present look. */
    watch: (): (() => Promise<void>) =>
      lookRegularly({
        everyMs: LOOK_EVERY_MS,
        isAtOnce: true,
        look,
        onError: (error) => log.error({ err: error }, 'could not look for quarantined files'),
      }),
  };
}
