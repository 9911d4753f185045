import type { Db, Knex } from '@ostatok/kit/node/db.ts';

export interface GoneAccount {
  id: number;
  email: string;
  created_at: Date;
  deleted_at: Date;
}

const columns = ['id', 'email', 'created_at', 'deleted_at'] as const;

/** Lists deleted accounts that are not purged yet. */
export const listGone = (db: Db): Promise<GoneAccount[]> =>
  db('users')
    .whereNotNull('deleted_at')
    .orderBy('id')
    .select(...columns);

/** Lists the next accounts whose retention term is over. */
export const listDueAccounts = (db: Db, before: Date, afterId: number, limit: number): Promise<GoneAccount[]> =>
  db('users')
    .where('deleted_at', '<=', before)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .select(...columns);

/** Locks the subscription before the account, in the same order as billing. */
export async function lockGone(trx: Knex.Transaction, id: number): Promise<GoneAccount | undefined> {
  await trx('subscriptions').where({ user_id: id }).forUpdate().first('id');
  return trx('users')
    .where({ id })
    .whereNotNull('deleted_at')
    .forUpdate()
    .first(...columns);
}

/** Returns which of these ids are existing accounts, with their creation times. */
export const listLiving = (db: Db, ids: number[]): Promise<{ id: number; created_at: Date }[]> =>
  db('users').whereRaw('id = any(?)', [ids]).whereNull('deleted_at').select('id', 'created_at');

/** Whether the account can't be purged yet: a tenant's data is still there, or money is still on its way. */
export async function isHeld(trx: Knex.Transaction, userId: number): Promise<boolean> {
  const payments = trx('payments').where({ user_id: userId });
  const { rows } = await trx.raw('select exists ? as venues, exists ? as pending, exists ? as refunds', [
    trx('tenants').where({ owner_id: userId }).whereNull('purged_at'),
    payments.clone().where({ status: 'pending' }),
    trx('refunds')
      .whereIn('payment_id', payments.clone().select('id'))
      .where({ status: 'pending' })
      // a refund that needs a person is found by its payment
      .whereNotNull('next_attempt_at'),
  ]);
  const [{ venues, pending, refunds }] = rows;
  return venues || pending || refunds;
}

/** When a new account took the address, whose letters and activity must stay; null when none did. */
async function takenSince(trx: Knex.Transaction, { id, email, deleted_at }: GoneAccount): Promise<Date | null> {
  const row = await trx('users')
    .where({ email })
    .whereNot({ id })
    .where('created_at', '>=', deleted_at)
    .min<{ at: Date | null }[]>({ at: 'created_at' });
  return row[0]?.at ?? null;
}

/** Deletes letters sent to the address while the account existed; returns their ids. */
async function deleteLetters(trx: Knex.Transaction, email: string, until: Date | null): Promise<string[]> {
  const letters = trx('mails').where({ recipient: email });
  if (until) letters.where('created_at', '<', until);
  const rows: { id: string }[] = await letters.delete('id');
  return rows.map(({ id }) => id);
}

/** The activity stays as long as logs are kept, but without the person's IP and e-mail address. */
async function scrubActivity(trx: Knex.Transaction, { id, email }: GoneAccount, until: Date | null): Promise<void> {
  const mentions = trx('activity').whereRaw('position(? in lower(description)) > 0', [email]);
  if (until) mentions.where('at', '<', until);
  await mentions.update({
    description: trx.raw(`regexp_replace(description, ?, '[адрес удалён]', 'gi')`, [
      email.replace(/[^\p{L}\p{N}]/gu, '\\$&'),
    ]),
  });
  await trx('activity')
    .where({ actor_id: id })
    .orWhere({ target: `user:${id}` })
    .update({ ip: null });
}

/** Security events stay without address, device and details; the link to the person goes with the account's row. */
const scrubSecurity = (trx: Knex.Transaction, { id }: GoneAccount): Promise<number> =>
  trx('security_events')
    .where({ user_id: id })
    .orWhere({ actor_id: id })
    .update({ ip: null, device: null, details: null });

/** Deletes the account's row and everything that hangs on it. Payment documents stay without a person. */
export async function purgeAccount(trx: Knex.Transaction, account: GoneAccount): Promise<string[]> {
  const until = await takenSince(trx, account);
  await scrubActivity(trx, account, until);
  await scrubSecurity(trx, account);
  const letters = await deleteLetters(trx, account.email, until);
  await trx('tenants').where({ owner_id: account.id }).delete();
  await trx('users').where({ id: account.id }).delete();
  return letters;
}
