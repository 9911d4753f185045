import { UNVERIFIED_DAYS } from '@ostatok/api/contract/auth.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Forbidden, Unauthorized } from '@ostatok/kit/node/errors.ts';
import type { Account, Accounts } from '../account/account.service.ts';

export const wrongCredentials = (): Unauthorized => new Unauthorized('wrong_credentials', 'Неверный email или пароль');

const DAY_MS = 86_400_000;

/** Throws Forbidden when the address has stayed unverified for too long. */
export function requireVerified({ email_verified, created_at }: Account, now: Date): void {
  if (email_verified || now.getTime() < created_at.getTime() + UNVERIFIED_DAYS * DAY_MS) return;
  throw new Forbidden('email_unverified', 'Подтвердите email, чтобы войти: откройте ссылку из письма');
}

/** Runs in the transaction of what the password allows, because the password may have changed since it was checked. */
export async function requireSame(
  accounts: Accounts,
  trx: Knex.Transaction,
  { id, password_hash }: Account,
): Promise<void> {
  if ((await accounts.get(id, trx)).password_hash !== password_hash) throw wrongCredentials();
}
