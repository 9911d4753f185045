import { Forbidden, InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import type { Caller } from '../access/callers.ts';
import type { Account, Accounts } from '../account/account.service.ts';
import type { SecurityLog } from '../security/security.service.ts';
import type { Attempts } from './attempts.ts';
import { wrongPassword } from './credentials.ts';
import type { Passwords } from './passwords.ts';
import { sessionOver } from './session-errors.ts';
import type { Sessions } from './sessions.service.ts';

/** A sign-in through a provider counts as a password for so long. */
const FRESH_MS = 10 * 60_000;

interface Deps {
  accounts: Accounts;
  attempts: Attempts;
  passwords: Passwords;
  sessions: Pick<Sessions, 'startedAt'>;
  security: Pick<SecurityLog, 'note'>;
  now?: () => Date;
}

/**
 * Confirms before a sensitive action that the owner of the account is present, not another person at an unlocked
 * screen.
 */
export function createConfirmation({
  accounts,
  attempts,
  passwords,
  sessions,
  security,
  now = () => new Date(),
}: Deps) {
  /** Throws Unauthorized when the account was deleted after the guard had let the caller in. */
  const accountOf = (caller: Caller): Promise<Account> =>
    accounts.get(caller.userId).catch((error) => {
      throw error instanceof NotFound ? sessionOver() : error;
    });

  /** Whether the password is this account's. Wrong passwords are counted. */
  async function isPassword(caller: Caller, password: string): Promise<{ account: Account; right: boolean }> {
    const key = { passwordSession: caller.sessionId };
    const visitor = { key: String(caller.userId), known: true };
    passwords.requireRoom(visitor);
    await attempts.count(key);
    const found = await passwords
      .check(password, () => accountOf(caller), visitor)
      .catch(async (error) => {
        await attempts.forgive(key);
        throw error;
      });
    if (found.right) await attempts.forgive(key);
    else if (found.account.password_hash !== null) security.note({ event: 'password.refused', userId: caller.userId });
    return found;
  }

  async function requireFreshSignIn(caller: Caller): Promise<void> {
    const startedAt = await sessions.startedAt(caller);
    if (startedAt && now().getTime() - startedAt.getTime() <= FRESH_MS) return;
    throw new Forbidden('sign_in_again', 'Подтвердите, что это вы: выйдите, войдите через сервис снова и повторите');
  }

  return {
    isPassword,

    /**
     * Throws InvalidInput for the password field, or Forbidden when the account has no password and the sign-in is old.
     */
    async require(caller: Caller, password: string | undefined): Promise<Account> {
      const account = await accountOf(caller);
      if (account.password_hash === null) {
        await requireFreshSignIn(caller);
        return account;
      }
      if (!password) throw new InvalidInput('Введите пароль', { password: 'Введите пароль' }, 'password_required');
      const found = await isPassword(caller, password);
      if (!found.right) throw wrongPassword();
      return found.account;
    },
  };
}
export type Confirm = ReturnType<typeof createConfirmation>;
