import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { TenantRow } from '../platform/tables.ts';

interface SupportVisit {
  tenant_id: string;
  administrator_id: number;
  /** The administrator as the tenant knows them. */
  administrator: string;
  /** The session in which the visit was requested. */
  session_id: string;
  until: Date;
}

export const insertVisit = async (db: Db, visit: SupportVisit): Promise<void> =>
  void (await db('support_visits').insert(visit));

/** Whether this administrator has visited this tenant for this reason since then. */
export async function hasCome(
  db: Db,
  { userId, target, reason }: { userId: number; target: string; reason: string },
  since: Date,
): Promise<boolean> {
  const event = { event: 'support.started', user_id: userId, target, details: reason };
  return Boolean(await db('security_events').where(event).where('at', '>', since).first('id'));
}

const openSessions = (db: Db, now: Date) => db('sessions').whereNull('revoked_at').where('expires_at', '>', now);

/** Whether the administrator is one and signed in until the transaction ends: ending a session locks its user. */
export async function mayVisit(
  trx: Knex.Transaction,
  { userId, sessionId }: { userId: number; sessionId: string },
  now: Date,
): Promise<boolean> {
  const where = { id: userId, role: 'admin', status: 'active' };
  const user = await trx('users').where(where).whereNull('deleted_at').forShare().first('id');
  if (!user) return false;
  return Boolean(await openSessions(trx, now).where({ family: sessionId, user_id: userId }).first('id'));
}

const DEMOTED = `(u.role <> 'admin' or u.status <> 'active' or u.deleted_at is not null)`;

export type StrayVisit = Pick<SupportVisit, 'tenant_id' | 'administrator' | 'administrator_id'> &
  Pick<TenantRow, 'status' | 'display_name' | 'subdomain'> & {
    /** The visit's requests that were found; one that came meanwhile is no part of it. */
    ids: string[];
    /** True when the person is no longer an administrator; false when only their session is over. */
    demoted: boolean;
  };

/** Lists visits of former administrators and of ended sessions. */
export const listStrayVisits = (db: Db, now: Date): Promise<StrayVisit[]> =>
  db('support_visits as v')
    .join('users as u', 'u.id', 'v.administrator_id')
    .join('tenants as t', 't.id', 'v.tenant_id')
    .where('v.until', '>', now)
    .where((stray) =>
      stray
        .whereRaw(DEMOTED)
        .orWhere((over) =>
          over.whereNotNull('v.session_id').whereNotExists(openSessions(db, now).whereRaw('family = v.session_id')),
        ),
    )
    .groupBy('t.id', 'u.id', 'v.administrator')
    .select('t.id as tenant_id', 'v.administrator', 'u.id as administrator_id')
    .select('t.status', 't.display_name', 't.subdomain')
    .select(db.raw('array_agg(v.id) as ids'), db.raw(`${DEMOTED} as demoted`));

export const deleteVisits = (db: Db, { ids }: Pick<StrayVisit, 'ids'>): Promise<number> =>
  db('support_visits').whereIn('id', ids).delete();

export const deleteOverVisits = (db: Db, before: Date): Promise<number> =>
  db('support_visits').where('until', '<=', before).delete();
