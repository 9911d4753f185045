import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import pg from 'pg';
import { isAcquiredByNobody, SHARE_ACQUIRED_LOCK, UNSHARE_ACQUIRED_LOCK } from '../platform/locks.queries.ts';

/** A connection, and the tenants whose lock it shares. */
interface Sharing {
  client: pg.Client;
  ids: Set<string>;
}

/**
 * Knows which tenants the platform itself uses, suspended ones too, which are stopped on release. Other api processes see it
 * by shared locks on one connection, which is there only while there are any, and which PostgreSQL frees when the process ends.
 */
export function createAcquiredTenants({ db, log }: { db: Knex; log: Logger }) {
  /** How often each tenant is acquired here. */
  const counts = new Map<string, number>();
  let sharing: Sharing | undefined;
  let last: Promise<void> = Promise.resolve();

  async function connect(): Promise<Sharing> {
    const client = new pg.Client({ ...db.client.config.connection, keepAlive: true });
    const opened: Sharing = { client, ids: new Set() };
    const lose = (): void => {
      if (sharing === opened) sharing = undefined;
    };
    client.on('end', lose).on('error', lose);
    await client.connect();
    return opened;
  }

  /** Makes the locks those of the tenants that are acquired now. */
  async function settle(): Promise<void> {
    if (counts.size === 0) {
      const left = sharing;
      sharing = undefined;
      return left?.client.end();
    }
    sharing ??= await connect();
    const { client, ids } = sharing;
    for (const id of [...ids].filter((one) => !counts.has(one))) {
      await client.query(UNSHARE_ACQUIRED_LOCK, [id]);
      ids.delete(id);
    }
    for (const id of [...counts.keys()].filter((one) => !ids.has(one))) {
      await client.query(SHARE_ACQUIRED_LOCK, [id]);
      ids.add(id);
    }
  }

  /** One after another; where the database does not answer, the others do not see it and may stop the tenant. */
  function announce(): Promise<void> {
    last = last.then(settle).catch((error) => log.warn({ err: error }, 'others do not see which tenants are acquired'));
    return last;
  }

  return {
    /** Resolves when the other api processes see it. */
    acquire(id: string): Promise<void> {
      counts.set(id, (counts.get(id) ?? 0) + 1);
      return announce();
    },
    /** Returns whether nobody else in this process has acquired it. */
    async release(id: string): Promise<boolean> {
      const left = (counts.get(id) ?? 1) - 1;
      if (left > 0) counts.set(id, left);
      else counts.delete(id);
      if (left <= 0) await announce();
      return left <= 0;
    },
    isHere: (id: string): boolean => counts.has(id),
    /** Whether no api process has acquired it. */
    isFree: async (reader: Knex.Transaction, id: string): Promise<boolean> =>
      !counts.has(id) && (await isAcquiredByNobody(reader, id)),
  };
}
export type AcquiredTenants = ReturnType<typeof createAcquiredTenants>;
