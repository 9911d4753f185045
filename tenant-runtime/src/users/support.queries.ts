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

/** Sets `opened_at`, which makes the link single-use: of two simultaneous attempts only one gets the row. */
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

/** Inserts a user for this session only; the row stays for the log of changes. */
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

export const findSupport = (db: Db, id: string): Promise<SupportRow | undefined> => sessions(db).where({ id }).first();

/**
 * Ends the selected sessions that have not ended yet, together with their users' sign-ins, for good and independent of
 * later clocks. A session whose time is over ends at that moment and has no `ended_by`.
 */
export async function endSupport(
  trx: Knex.Transaction,
  which: Partial<Pick<SupportRow, 'id' | 'user_id' | 'administrator'>> | 'all' | 'over',
  { at, name }: { at: Date; name: string | null },
): Promise<SupportRow[]> {
  const isOver = trx.raw('coalesce(expires_at, link_expires_at) <= ?', [at]);
  const ended: SupportRow[] = await sessions(trx)
    .whereNull('ended_at')
    .modify((rows) => {
      if (which === 'over') rows.whereRaw(isOver);
      else if (which !== 'all') rows.where(which);
    })
    .update({
      ended_by: trx.raw('case when ? then null else ?::text end', [isOver, name]) as never,
      ended_at: trx.raw('least(coalesce(expires_at, link_expires_at), ?)', [at]) as never,
    })
    .returning('*');
  const users = ended.flatMap(({ user_id }) => user_id ?? []);
  await trx('users')
    .whereIn('id', users)
    .update({ removed_at: at, token_version: trx.raw('token_version + 1') });
  return ended;
}
