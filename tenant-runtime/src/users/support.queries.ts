import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { UserRow } from '../tables.ts';

export interface SupportRow {
  id: string;
  hash: string;
  administrator: string;
  reason: string;
  created_at: Date;
  link_expires_at: Date;
  user_id: number | null;
  opened_at: Date | null;
  expires_at: Date | null;
  ended_at: Date | null;
  ended_by: string | null;
}

const sessions = (db: Db) => db<SupportRow>('support_sessions');

export const insertSupport = async (
  db: Db,
  row: Pick<SupportRow, 'id' | 'hash' | 'administrator' | 'reason' | 'created_at' | 'link_expires_at'>,
): Promise<void> => void (await sessions(db).insert(row));

/** Setting `opened_at` is what makes the link good once: of two at once the row is given to one. */
export async function openSupport(
  trx: Knex.Transaction,
  hash: string,
  at: Date,
  until: Date,
): Promise<SupportRow | undefined> {
  const [row] = await sessions(trx)
    .where({ hash })
    .whereNull('opened_at')
    .whereNull('ended_at')
    .where('link_expires_at', '>', at)
    .update({ opened_at: at, expires_at: until })
    .returning('*');
  return row;
}

/** A user for this session alone: its row stays in the log of changes. */
export async function insertSupportUser(trx: Knex.Transaction, session: SupportRow): Promise<UserRow> {
  const [user] = await trx<UserRow>('users')
    .insert({
      username: `support:${session.id}`,
      name: `Поддержка: ${session.administrator}`,
      role: 'admin',
      password_hash: null,
      support: true,
    })
    .returning('*');
  await sessions(trx)
    .where({ id: session.id })
    .update({ user_id: user?.id ?? null });
  return user as UserRow;
}

export const listSupport = (db: Db, limit: number): Promise<SupportRow[]> =>
  sessions(db).orderBy('created_at', 'desc').limit(limit);

/** Of one administrator, what waits or runs. */
export const pluckOpenSupport = (db: Db, administrator: string, at: Date): Promise<string[]> =>
  sessions(db)
    .where({ administrator })
    .whereNull('ended_at')
    .whereRaw('coalesce(expires_at, link_expires_at) > ?', [at])
    .pluck('id');

/** Ends what waits or runs, and its user's sign-in with it; undefined where there is no such session. */
export async function endSupport(
  trx: Knex.Transaction,
  id: string,
  by: { at: Date; name: string },
): Promise<SupportRow | undefined> {
  const row = await sessions(trx).where({ id }).forUpdate().first();
  const over = row?.ended_at ?? (row && (row.expires_at ?? row.link_expires_at) <= by.at);
  if (!row || over) return row;
  const [ended] = await sessions(trx).where({ id }).update({ ended_at: by.at, ended_by: by.name }).returning('*');
  if (row.user_id) {
    await trx('users')
      .where({ id: row.user_id })
      .update({ removed_at: by.at, token_version: trx.raw('token_version + 1') });
  }
  return ended;
}
