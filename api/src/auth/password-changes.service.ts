import type { ChangePassword, ResetPassword } from '@ostatok/api/contract/auth.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, InvalidInput } from '@ostatok/kit/node/errors.ts';
import type { Caller } from '../access/callers.ts';
import type { Account } from '../account/account.service.ts';
import { changeWithLetter } from './attempts.ts';
import type { AuthClients } from './auth.service.ts';
import type { Confirm } from './confirmation.service.ts';
import { requireSame } from './credentials.ts';
import { inEvenTime } from './even-time.ts';
import type { Factors } from './factors.service.ts';
import { deleteIdentities } from './identities.queries.ts';
import { type AskedLetter, countLetter } from './letter-limits.ts';
import { requireStrong } from './password-rules.ts';
import { createSharedWork } from './shared-work.ts';

type PasswordChangesDeps = Pick<
  AuthClients,
  'db' | 'accounts' | 'sessions' | 'links' | 'attempts' | 'passwords' | 'activity' | 'security'
> & {
  factors: Pick<Factors, 'drop' | 'notice'>;
  confirmation: Pick<Confirm, 'isPassword'>;
};

/**
 * The address was unverified until now, so another person may have registered it and set up ways to sign in that
 * remain after a new password.
 */
async function dropEarlierWaysIn(
  { factors }: PasswordChangesDeps,
  trx: Knex.Transaction,
  userId: number,
): Promise<void> {
  await factors.drop(trx, userId);
  await deleteIdentities(trx, userId);
}

async function resetPassword(
  deps: PasswordChangesDeps,
  { token, newPassword }: ResetPassword,
  ip: string,
): Promise<Account> {
  const account = await deps.accounts.get(await deps.links.check(token, 'reset_password'));
  await requireStrong('newPassword', newPassword, account);
  const passwordHash = await deps.passwords.hash(newPassword, { key: token, known: true });
  const changed = await deps.db.transaction(async (trx) => {
    const owner = await deps.links.redeem(trx, token, 'reset_password');
    await deps.sessions.endAll(trx, owner);
    // read under the lock of `endAll`, because the link in another letter may have verified the address meanwhile
    if (!(await deps.accounts.get(owner, trx)).email_verified) await dropEarlierWaysIn(deps, trx, owner);
    await deps.accounts.replacePassword(trx, owner, passwordHash);
    await deps.links.void(trx, owner, ['reset_password', 'verify_email']);
    // the letter reached its address, so the address is verified too
    await deps.accounts.markVerified(trx, owner);
    await deps.activity.record(trx, {
      actorId: owner,
      action: 'user.password_reset',
      description: 'Пароль восстановлен по ссылке из письма',
      target: `user:${owner}`,
      ip,
    });
    await deps.security.record(trx, { event: 'password.reset', userId: owner, ip });
    await deps.factors.notice(trx, account, 'password_changed');
    return deps.accounts.get(owner, trx);
  });
  deps.sessions.forget(changed.id);
  return changed;
}

async function requireOldPassword(
  { confirmation }: PasswordChangesDeps,
  caller: Caller,
  oldPassword: string,
): Promise<Account> {
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

async function changePassword(deps: PasswordChangesDeps, caller: Caller, input: ChangePassword): Promise<void> {
  const account = await requireOldPassword(deps, caller, input.oldPassword);
  await deps.attempts.count(changeWithLetter(caller.userId));
  await requireStrong('newPassword', input.newPassword, account);
  const passwordHash = await deps.passwords.hash(input.newPassword, { key: String(caller.userId), known: true });
  await deps.db.transaction(async (trx) => {
    await deps.sessions.endAll(trx, caller.userId, caller.sessionId);
    await requireSame(deps.accounts, trx, account);
    await deps.accounts.setPassword(trx, caller.userId, passwordHash);
    await deps.links.void(trx, caller.userId, ['reset_password']);
    await deps.security.record(trx, { event: 'password.changed', userId: caller.userId });
    await deps.factors.notice(trx, account, 'password_changed');
  });
  deps.sessions.forget(caller.userId);
}

/** Changes passwords, by a letter or with the old password. */
export function createPasswordChanges(deps: PasswordChangesDeps) {
  const { db, accounts, links, attempts, security } = deps;
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

  return {
    forgotPassword,
    resetPassword: (input: ResetPassword, ip: string) => resetPassword(deps, input, ip),
    changePassword: (caller: Caller, input: ChangePassword) => changePassword(deps, caller, input),
  };
}
export type PasswordChanges = ReturnType<typeof createPasswordChanges>;
