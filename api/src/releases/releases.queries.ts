import type { Db } from '@ostatok/kit/node/db.ts';

export interface ReleaseRow {
  id: string;
  taken_at: Date;
  /** Since when tenants that start take it; the latest one counts. */
  default_since: Date | null;
  /** Since when no tenant takes it any more. */
  stopped_at: Date | null;
  stop_reason: string | null;
  /** Its tenants know the platform by signatures; of others it is not known, or they were made before. */
  takes_signed_calls: boolean;
}

/**
 * Makes the release that a platform brings the default, unless the last one that was started here brought the same: then
 * what an administrator has chosen since stays.
 */
export async function bringRelease(db: Db, id: string): Promise<void> {
  await db.raw(
    `insert into releases (id, brought_at, default_since)
     select :id, now(), now()
      where :id is distinct from (select id from releases order by brought_at desc nulls last limit 1)
     on conflict (id) do update set brought_at = now(), default_since = now()`,
    { id },
  );
}

export const listReleases = (db: Db): Promise<ReleaseRow[]> => db('releases').orderBy('taken_at');

/** Whether tenants of the release were seen to take signed calls. */
export async function isSigned(db: Db, id: string): Promise<boolean> {
  return (await db('releases').where({ id, takes_signed_calls: true }).first('id')) !== undefined;
}

export async function noteSigned(db: Db, id: string): Promise<void> {
  await db('releases').insert({ id, takes_signed_calls: true }).onConflict('id').merge(['takes_signed_calls']);
}

/** Returns the ids of those that were the default and are not stopped, the latest first. */
export const pluckDefaults = (db: Db): Promise<string[]> =>
  db('releases')
    .whereNotNull('default_since')
    .whereNull('stopped_at')
    .orderBy('default_since', 'desc')
    .orderBy('taken_at', 'desc')
    .pluck('id');

/** Makes it the default, and forgets that tenants have failed with it: they may try it again. */
export async function makeDefault(db: Db, id: string): Promise<void> {
  await db('releases')
    .insert({ id, default_since: db.fn.now() })
    .onConflict('id')
    .merge({ default_since: db.raw('now()'), stopped_at: null, stop_reason: null });
  await db('tenants').where({ failed_release: id }).update({ failed_release: null });
}

/** Stops it; returns false when it was stopped before. */
export async function stopRelease(db: Db, id: string, reason: string): Promise<boolean> {
  const stopped = await db('releases')
    .where({ id })
    .whereNull('stopped_at')
    .update({ stopped_at: db.fn.now(), stop_reason: reason });
  return stopped > 0;
}

export async function isStopped(db: Db, id: string): Promise<boolean> {
  return (await db('releases').where({ id }).whereNotNull('stopped_at').first('id')) !== undefined;
}

/** Counts the tenants that have come back from the release, or could not. */
export async function countFailed(db: Db, id: string): Promise<number> {
  const [row] = await db('tenants').where({ failed_release: id }).whereNot({ status: 'deleted' }).count('id as count');
  return Number(row?.count ?? 0);
}

/** Returns how many tenants last ran each release or keep to it. */
export async function countUses(db: Db): Promise<Map<string, number>> {
  const { rows } = await db.raw(
    `select release, count(distinct id)::int as tenants
     from tenants cross join lateral (values (version), (pinned_release)) as uses (release)
     where status <> 'deleted' and release is not null group by release`,
  );
  return new Map(rows.map((row: { release: string; tenants: number }) => [row.release, row.tenants]));
}

export async function setPin(db: Db, id: string, release: string | null): Promise<void> {
  await db('tenants').where({ id }).update({ pinned_release: release });
}

/** Lets the tenant try the release again that it could not run. */
export async function forgetFailure(db: Db, id: string): Promise<void> {
  await db('tenants').where({ id }).update({ failed_release: null });
}

/** Notes how an update ended that was not to be, for the administrator. */
export async function noteUpdate(
  db: Db,
  id: string,
  { release, state, note }: { release: string; state: 'recovered' | 'failed'; note: string },
): Promise<void> {
  await db('tenants').where({ id }).update({ failed_release: release, update_state: state, update_note: note });
}
