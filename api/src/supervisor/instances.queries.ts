import type { Hosting } from '@ostatok/api/contract/hosting.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { TenantStats } from '@ostatok/tenant-runtime/contract/internal.ts';
import type { TenantRow } from '../platform/tables.ts';

const STARTS = { start_failed_at: null, start_failure: null };

/** Sets the address, or null when the tenant was stopped on purpose. Both clear an earlier failure to start. */
export async function setEndpoint(db: Db, id: string, endpoint: string | null): Promise<void> {
  await db('tenants')
    .where({ id })
    .update({ endpoint, ...STARTS });
}

export interface Started {
  endpoint: string;
  maxUsers: number;
  release: string;
  hosting: Hosting;
  /** The api process that has started it. */
  runBy: string;
  /** The release that it is to take as soon as it can. */
  updateDue?: string | undefined;
  /** The release that it could not run, and what was seen. */
  cameBack?: { from: string; note: string } | undefined;
}

/**
 * Sets the address, the users' limit and the release it was started with. It is one statement: a second one in its
 * transaction would check the owner's row.
 */
export async function setStarted(
  db: Db,
  id: string,
  { endpoint, maxUsers, release, hosting, runBy, updateDue, cameBack }: Started,
): Promise<void> {
  const changed = (then: string, otherwise: string): Knex.Raw =>
    db.raw(`case when version is distinct from ? then ${then} else ${otherwise} end`, [release]);
  const outcome = cameBack
    ? { failed_release: cameBack.from, update_state: 'recovered' as const, update_note: cameBack.note }
    : {
        failed_release: db.raw('nullif(failed_release, ?)', [release]),
        update_state: changed('null', 'update_state'),
        update_note: changed('null', 'update_note'),
      };
  await db('tenants')
    .where({ id })
    .update({
      endpoint,
      max_users: maxUsers,
      hosting,
      run_by: runBy,
      version: release,
      update_due: updateDue ?? db.raw('nullif(update_due, ?)', [release]),
      // what it writes from here on is in no earlier backup
      backed_up_for: null,
      previous_release: changed('version', 'previous_release'),
      released_at: changed('now()', 'released_at'),
      last_active_at: db.fn.now(),
      ...outcome,
      ...STARTS,
    });
}

/** Sets where the tenant starts next. */
export async function setHosting(db: Db, id: string, hosting: Hosting): Promise<void> {
  await db('tenants').where({ id }).update({ hosting });
}

/** Keeps the time of the first failure. */
export async function noteFailedStart(db: Db, id: string, failure: string): Promise<void> {
  await db('tenants')
    .where({ id })
    .update({ start_failed_at: db.raw('coalesce(start_failed_at, now())'), start_failure: failure });
}

/** Tenants with a stored endpoint. */
export const listPlaced = (db: Db): Promise<TenantRow[]> => db('tenants').whereNotNull('endpoint').orderBy('id');

/** Clears an endpoint unless somebody has replaced it meanwhile. */
export async function clearEndpoint(db: Db, id: string, endpoint: string): Promise<void> {
  await db('tenants').where({ id, endpoint }).update({ endpoint: null });
}

export async function setStats(db: Db, id: string, stats: TenantStats): Promise<void> {
  await db('tenants')
    .where({ id })
    .update({ stats: JSON.stringify(stats) });
}

export async function touch(db: Db, ids: string[]): Promise<void> {
  if (ids.length > 0) await db('tenants').whereIn('id', ids).update({ last_active_at: db.fn.now() });
}

/** Returns which of the ids were unused for so many minutes, through whichever api process. */
export async function idleAmong(db: Db, ids: string[], minutes: number): Promise<string[]> {
  const rows = await db('tenants')
    .whereIn('id', ids)
    .whereRaw(`last_active_at < now() - ? * interval '1 minute'`, [minutes])
    .orderBy('last_active_at')
    .select('id');
  return rows.map((row: { id: string }) => row.id);
}

/** Returns which of the ids may not run. */
export const pluckClosed = (db: Db, ids: string[]): Promise<string[]> =>
  db('tenants').whereIn('id', ids).whereIn('status', ['suspended', 'deleted']).pluck('id');

export async function setWakeAt(db: Db, id: string, at: Date | null): Promise<void> {
  await db('tenants').where({ id }).whereRaw('wake_at is distinct from ?', [at]).update({ wake_at: at });
}

/** Returns sleeping tenants whose time has come, the longest due first. One that does not start waits for its owner. */
export const pluckDue = (db: Db, limit: number): Promise<string[]> =>
  db('tenants')
    .where({ status: 'active' })
    .where('wake_at', '<=', db.fn.now())
    .whereNull('endpoint')
    .whereNull('start_failed_at')
    .orderBy('wake_at')
    .limit(limit)
    .pluck('id');
