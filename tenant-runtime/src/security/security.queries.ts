import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { type SecurityFilter, securityKinds } from '../../contract/security.ts';
import type { SecurityRow } from '../tables.ts';
import { applyBound } from '../time-bounds-sql.ts';
import { userName } from '../user-name-sql.ts';

export const insertEvents = async (db: Db, rows: SecurityRow[]): Promise<void> =>
  void (await db('security_events').insert(rows));

/** Returns those of these logins that belong to a user. */
export const accountsOf = (db: Db, usernames: string[]): Promise<{ id: number; username: string }[]> =>
  db('users').whereNull('removed_at').whereRaw('username = any(?)', [usernames]).select('id', 'username');

/** Deletes old events by the database's clock, which alone decides their age. */
export const deleteOldEvents = (db: Db): Promise<number> =>
  db('security_events').whereRaw(`at < now() - interval '90 days'`).delete();

function filtered(db: Db, filter: SecurityFilter, timezone: string): Knex.QueryBuilder {
  const { kind, outcome, user, from, to } = filter;
  const query = db('security_events as s');
  if (kind) query.whereRaw(`split_part(s.event, '.', 1) = any(?)`, [[...securityKinds[kind]]]);
  if (outcome) query.where('s.failed', outcome === 'failure');
  if (user) query.where((either) => either.where('s.user_id', user).orWhere('s.actor_id', user));
  if (from !== undefined) applyBound(query, 's.at', ['from', from], timezone);
  if (to !== undefined) applyBound(query, 's.at', ['to', to], timezone);
  return query;
}

export type ListedEvent = SecurityRow & { id: number; user_name: string | null; actor_name: string | null };

const listed = (db: Db, query: Knex.QueryBuilder): Knex.QueryBuilder =>
  query
    .leftJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('users as a', 'a.id', 's.actor_id')
    .select('s.*', db.raw(`${userName('u')} as user_name, ${userName('a')} as actor_name`));

export async function listEvents(
  db: Db,
  filter: SecurityFilter,
  timezone: string,
  { offset, limit, order }: { offset: number; limit: number; order: 'asc' | 'desc' },
): Promise<{ rows: ListedEvent[]; total: number }> {
  const [[counted], rows] = await Promise.all([
    filtered(db, filter, timezone).count<{ count: number }[]>('* as count'),
    listed(db, filtered(db, filter, timezone))
      .orderBy([
        { column: 's.at', order },
        { column: 's.id', order },
      ])
      .offset(offset)
      .limit(limit),
  ]);
  return { rows: rows as ListedEvent[], total: Number(counted?.count ?? 0) };
}
