import type { Knex } from '@ostatok/kit/node/db.ts';
import { Unauthorized } from '@ostatok/kit/node/errors.ts';
import type { Account, Accounts } from '../account/account.service.ts';

export const wrongCredentials = (): Unauthorized => new Unauthorized('wrong_credentials', 'Неверный email или пароль');

/** Within the transaction of what the password allows: it may have been changed since it was looked at. */
export async function requireSame(
  accounts: Accounts,
  trx: Knex.Transaction,
  { id, password_hash }: Account,
): Promise<void> {
  if ((await accounts.get(id, trx)).password_hash !== password_hash) throw wrongCredentials();
}
