import type { Knex } from '@ostatok/kit/node/db.ts';

/*
 * When PostgreSQL's table of locks is full, a query of any view fails that reads the roles or the databases. These two
 * functions of the server read memory alone.
 */

/** Returns the roles whose sessions hold more than `most` locks together, by their oid. */
export async function rolesHoldingLocks(server: Knex, most: number): Promise<{ oid: number; locks: number }[]> {
  const { rows } = await server.raw(
    `select s.usesysid as oid, count(*)::int as locks
       from pg_lock_status() l join pg_stat_get_activity(null) s on s.pid = l.pid
      group by s.usesysid having count(*) > ?`,
    [most],
  );
  return rows;
}

/**
 * Ends the role's sessions and waits for it; a busy one would not notice that its client is gone. Fails while the locks
 * are gone on a connection that has not looked the role up before.
 */
export const endSessionsOf = (server: Knex, oid: number): Promise<unknown> =>
  server.raw('select pg_terminate_backend(pid, 5000) from pg_stat_get_activity(null) where usesysid = ?', [oid]);

export const findRoles = (server: Knex, names: string[]): Promise<{ oid: number; name: string }[]> =>
  server('pg_roles').whereRaw('rolname = any(?)', [names]).select('oid', 'rolname as name');

/** The share of the queue of notifications that some session has not read yet; all databases share the queue. */
export async function notificationsWaiting(server: Knex): Promise<number> {
  const { rows } = await server.raw('select pg_notification_queue_usage() as share');
  return rows[0].share;
}

export interface OpenTransaction {
  pid: number;
  oid: number;
  /** When the transaction began, as text with all digits. */
  since: string;
}

export async function openTransactions(server: Knex): Promise<OpenTransaction[]> {
  const { rows } = await server.raw(
    `select pid, usesysid as oid, xact_start::text as since from pg_stat_get_activity(null)
      where xact_start is not null and usesysid is not null`,
  );
  return rows;
}

/** Ends the session if it is still in this transaction. */
export const endTransaction = (server: Knex, { pid, since }: OpenTransaction): Promise<unknown> =>
  server.raw(
    'select pg_terminate_backend(pid, 5000) from pg_stat_get_activity(?::int) where xact_start = ?::timestamptz',
    [pid, since],
  );
