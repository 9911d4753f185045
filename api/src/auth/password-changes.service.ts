import type { ChangePassword, ResetPassword } from '@ostatok/api/contract/auth.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, InvalidInput } from '@ostatok/kit/node/errors.ts';
import type { Account } from '../account/account.service.ts';
import { toldChange } from './attempts.ts';
import type { AuthClients } from './auth.service.ts';
import type { Caller } from './callers.ts';
import type { Confirm } from './confirmation.service.ts';
import { requireSame } from './credentials.ts';
import { inEvenTime } from './even-time.ts';
import type { Factors } from './factors.service.ts';
import { deleteIdentities } from './identities.queries.ts';
import { type AskedLetter, countLetter } from './letter-limits.ts';
import { requireStrong } from './password-rules.ts';
import { createSharedWork } from './shared-work.ts';

/** Changes passwords, by a letter or with the old password. */
export function createPasswordChanges({
  db,
  accounts,
  sessions,
  links,
  attempts,
  signInLimits,
  passwords,
  activity,
  security,
  factors,
  confirmation,
}: Pick<
  AuthClients,
  'db' | 'accounts' | 'sessions' | 'links' | 'attempts' | 'signInLimits' | 'passwords' | 'activity' | 'security'
> & {
  factors: Pick<Factors, 'drop' | 'notice'>;
  confirmation: Pick<Confirm, 'isPassword'>;
}) {
  const sharedWork = createSharedWork();

  async function forgotPassword(asked: AskedLetter): Promise<void> {
    const { email, ip, deviceId } = asked;
    const send = async (): Promise<void> => {
      const account = await accounts.findByEmail(email);
      if (account?.status !== 'active') return;
      await db.transaction((trx) => links.send(trx, account, 'reset_password'));
      security.note({ event: 'password.reset_asked', userId: account.id, ip });
    };
    await sharedWork(`${deviceId ?? ip} ${email}`, async () => {
      await countLetter(attempts, asked);
      await inEvenTime(send);
    });
  }

  /**
   * The address was unverified until now, so another person may have registered it and set up ways to sign in that
   * remain after a new password.
   */
  async function dropEarlierWaysIn(trx: Knex.Transaction, userId: number): Promise<void> {
    await factors.drop(trx, userId);
    await deleteIdentities(trx, userId);
  }

  async function resetPassword({ token, newPassword }: ResetPassword, ip: string): Promise<Account> {
    const account = await accounts.get(await links.check(token, 'reset_password'));
    await requireStrong('newPassword', newPassword, account);
    const passwordHash = await passwords.hash(newPassword, { key: token, known: true });
    const changed = await db.transaction(async (trx) => {
      const owner = await links.redeem(trx, token, 'reset_password');
      await sessions.endAll(trx, owner);
      // read under the lock of `endAll`, because the link in another letter may have verified the address meanwhile
      if (!(await accounts.get(owner, trx)).email_verified) await dropEarlierWaysIn(trx, owner);
      await accounts.setPassword(trx, owner, passwordHash);
      await links.void(trx, owner, ['reset_password', 'verify_email']);
      // the letter reached its address, so the address is verified too
      await accounts.markVerified(trx, owner);
      await activity.record(trx, {
        actorId: owner,
        action: 'user.password_reset',
        description: 'Пароль восстановлен по ссылке из письма',
        target: `user:${owner}`,
        ip,
      });
      await security.record(trx, { event: 'password.reset', userId: owner, ip });
      await factors.notice(trx, account, 'password_changed');
      return accounts.get(owner, trx);
    });
    sessions.forget(changed.id);
    signInLimits.forget(changed.email);
    return changed;
  }

  async function requireOldPassword(caller: Caller, oldPassword: string): Promise<Account> {
    const { account, right } = await confirmation.isPassword(caller, oldPassword);
    if (account.password_hash === null) {
      throw new Conflict('no_password', 'Пароля пока нет. Задайте его по ссылке из письма');
    }
    if (!right) {
      // The pages recognise this exact text and show the text of the field instead.
      const errors = { oldPassword: 'Неверный текущий пароль' };
      throw new InvalidInput('Invalid old password', errors, 'invalid_old_password');
    }
    return account;
  }

  async function changePassword(caller: Caller, input: ChangePassword): Promise<void> {
    const account = await requireOldPassword(caller, input.oldPassword);
    await attempts.count(toldChange(caller.userId));
    await requireStrong('newPassword', input.newPassword, account);
    const passwordHash = await passwords.hash(input.newPassword, { key: String(caller.userId), known: true });
    await db.transaction(async (trx) => {
      await sessions.endAll(trx, caller.userId, caller.sessionId);
      await requireSame(accounts, trx, account);
      await accounts.setPassword(trx, caller.userId, passwordHash);
      await links.void(trx, caller.userId, ['reset_password']);
      await security.record(trx, { event: 'password.changed', userId: caller.userId });
      await factors.notice(trx, account, 'password_changed');
    });
    sessions.forget(caller.userId);
  }

  return { forgotPassword, resetPassword, changePassword };
}
export type PasswordChanges = ReturnType<typeof createPasswordChanges>;
