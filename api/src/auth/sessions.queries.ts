import type { UserRole } from '@ostatok/api/contract/auth.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';

export interface SessionRow {
  id: string;
  family: string;
  user_id: number;
  token_hash: string;
  remember: boolean;
  /** When the sign-in began. */
  started_at: Date;
  ip: string | null;
  user_agent: string | null;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
  revoked_at: Date | null;
}

export interface SessionUser {
  id: number;
  email: string;
  role: UserRole;
  status: 'active' | 'blocked';
}

/**
 * Every transaction that creates or revokes a user's sessions holds this lock: a token issued during a block or at the
 * detection of a reuse would otherwise outlive it.
 */
export function lockSessionUser(trx: Knex.Transaction, userId: number): Promise<SessionUser | undefined> {
  return trx('users')
    .where({ id: userId })
    .whereNull('deleted_at')
    .forNoKeyUpdate()
    .first('id', 'email', 'role', 'status');
}

export const findSession = (db: Db, tokenHash: string): Promise<SessionRow | undefined> =>
  db('sessions').where({ token_hash: tokenHash }).first();

export async function insertSession(trx: Knex.Transaction, session: Partial<SessionRow>): Promise<void> {
  await trx('sessions').insert(session);
}

export async function markSessionUsed(trx: Knex.Transaction, id: string, at: Date): Promise<void> {
  await trx('sessions').where({ id }).update({ used_at: at });
}

/** Returns how many sessions were revoked. */
export async function revokeSessions(
  trx: Knex.Transaction,
  which: { user_id: number; family?: string },
  at: Date,
  exceptFamily?: string,
): Promise<number> {
  const sessions = trx('sessions').where(which).whereNull('revoked_at');
  if (exceptFamily) sessions.whereNot({ family: exceptFamily });
  return sessions.update({ revoked_at: at });
}

export async function deleteExpiredSessions(trx: Knex.Transaction, userId: number, now: Date): Promise<void> {
  await trx('sessions').where({ user_id: userId }).where('expires_at', '<', now).delete();
}

/** The newest token of each sign-in that is still valid. */
export const selectOpenSessions = (db: Db, userId: number, now: Date): Promise<SessionRow[]> =>
  db('sessions')
    .where({ user_id: userId })
    .whereNull('used_at')
    .whereNull('revoked_at')
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc');

/** When the sign-in began. */
export async function findSessionStart(db: Db, userId: number, family: string): Promise<Date | undefined> {
  const row = await db('sessions').where({ user_id: userId, family }).min('started_at as at').first();
  return row?.at ?? undefined;
}

/** The user's current state, and whether the sign-in is still valid. */
export function findCaller(
  db: Db,
  userId: number,
  family: string,
  now: Date,
): Promise<(SessionUser & { signed_in: boolean; weak_password: boolean; has_factor: boolean }) | undefined> {
  const alive = db('sessions')
    .where({ family, user_id: userId })
    .whereNull('revoked_at')
    .where('expires_at', '>', now)
    .select(db.raw('1'));
  return db('users')
    .where({ id: userId })
    .whereNull('deleted_at')
    .first(
      'id',
      'email',
      'role',
      'status',
      'weak_password',
      db.raw('exists(?) as signed_in', [alive]),
      db.raw(
        `exists(select from totp_factors where user_id = users.id and confirmed_at is not null)
           or exists(select from passkeys where user_id = users.id) as has_factor`,
      ),
    );
}
