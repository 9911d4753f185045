import type { Db, Knex } from '@ostatok/kit/node/db.ts';

/** When the pattern was last raised; undefined when it never was. */
export async function alarmedAt(db: Db, pattern: string): Promise<Date | undefined> {
  const row = await db('security_alarms').where({ pattern }).first('at');
  return row?.at;
}

/**
 * Returns false when any process has raised the pattern within the quiet time. The time is compared both ways, so that
 * a clock set back can't silence it.
 */
export async function takeAlarm(trx: Knex.Transaction, pattern: string, at: Date, quietMs: number): Promise<boolean> {
  const { rows } = await trx.raw(
    `insert into security_alarms as known (pattern, at) values (:pattern, :at)
     on conflict (pattern) do update set at = excluded.at
       where abs(extract(epoch from excluded.at - known.at)) * 1000 >= :quietMs
     returning pattern`,
    { pattern, at, quietMs },
  );
  return rows.length > 0;
}

export interface Found {
  email: string;
  count: number;
  /** The address of a single sign-in. */
  ip: string | null;
}

/** The platform's own checks sign in from the range kept for measurements (RFC 2544), which no visitor has. */
const FROM_VISITORS = `(s.ip is null or s.ip not like '198.18.%')`;

/** Counts failures. Requests for unknown host names come from scanners of the whole net and are no sign-ins. */
export async function countFailures(db: Db, since: Date): Promise<number> {
  const failures = db('security_events as s').where('at', '>=', since).where({ failed: true }).whereRaw(FROM_VISITORS);
  const [row] = await failures.whereNot({ event: 'host.refused' }).sum({ total: 'count' });
  return Number(row?.total ?? 0);
}

/** Lists accounts with at least `least` failures, the most attacked first. */
export const attackedAccounts = (db: Db, since: Date, least: number): Promise<Found[]> =>
  db('security_events as s')
    .join('users as u', 'u.id', 's.user_id')
    .where('s.at', '>=', since)
    .where('s.failed', true)
    .whereRaw(FROM_VISITORS)
    .groupBy('u.id')
    .havingRaw('sum(s.count) >= ?', [least])
    .orderByRaw('sum(s.count) desc, u.id')
    .select('u.email', db.raw('sum(s.count)::int as count, null as ip'));

/** Lists sign-ins to accounts that had at least `least` failures in the hour before. */
export const guessedAccounts = (db: Db, since: Date, least: number): Promise<Found[]> =>
  db('security_events as s')
    .join('users as u', 'u.id', 's.user_id')
    .joinRaw(
      `join lateral (select sum(f.count)::int as count from security_events f
         where f.user_id = s.user_id and f.failed and f.at >= s.at - interval '1 hour' and f.at <= s.at) as before on true`,
    )
    .where('s.at', '>=', since)
    .whereIn('s.event', ['login.succeeded', 'login.new_device', 'factor.recovered'])
    .where('before.count', '>=', least)
    .whereRaw(FROM_VISITORS)
    .orderBy('s.id', 'desc')
    .select('u.email', 'before.count', 's.ip');

export const administratorsFromNewDevices = (db: Db, since: Date): Promise<Found[]> =>
  db('security_events as s')
    .join('users as u', 'u.id', 's.user_id')
    .where('s.at', '>=', since)
    .where({ 's.event': 'login.new_device', 'u.role': 'admin' })
    .whereRaw(FROM_VISITORS)
    .orderBy('s.id', 'desc')
    .select('u.email', 's.ip', db.raw('1 as count'));

export const listAdministrators = (db: Db): Promise<{ email: string; name: string }[]> =>
  db('users').where({ role: 'admin', status: 'active' }).whereNull('deleted_at').select('email', 'name');
