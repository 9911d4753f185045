import { UNVERIFIED_DAYS } from '@ostatok/api/contract/auth.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { AppError, Forbidden, InvalidInput, Unauthorized } from '@ostatok/kit/node/errors.ts';
import type { Account, Accounts } from '../account/account.service.ts';

export const wrongCredentials = (): Unauthorized => new Unauthorized('wrong_credentials', 'Неверный email или пароль');

export const wrongPassword = (): InvalidInput =>
  new InvalidInput('Неверный пароль', { password: 'Неверный пароль' }, 'wrong_password');

const DAY_MS = 86_400_000;

/**
 * Throws Forbidden while the address is unverified: another person may have registered it, and a way to sign in that is
 * set up before would remain after the owner of the address has come.
 */
export function requireVerifiedFirst({ email_verified }: Account): void {
  if (email_verified) return;
  throw new Forbidden('email_unverified', 'Сначала подтвердите email: откройте ссылку из письма');
}

/** Refuses a sign-in when the address has stayed unverified for too long. */
export function requireVerified({ email_verified, created_at }: Account, now: Date): void {
  if (email_verified || now.getTime() < created_at.getTime() + UNVERIFIED_DAYS * DAY_MS) return;
  throw new AppError(403, 'email_unverified', 'Подтвердите email, чтобы войти: откройте ссылку из письма', {
    more: { requiresEmailVerification: true },
  });
}

/** Runs in the transaction of what the password allows, because the password may have changed since it was checked. */
export async function requireSame(
  accounts: Accounts,
  trx: Knex.Transaction,
  { id, password_hash }: Account,
): Promise<void> {
  if ((await accounts.get(id, trx)).password_hash !== password_hash) throw wrongCredentials();
}
