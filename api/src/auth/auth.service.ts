import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ChangePassword,
  type Login,
  type Register,
  type ResetPassword,
  type Tokens,
  UNVERIFIED_DAYS,
} from '@ostatok/api/contract/auth.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { AppError, Conflict, Forbidden, InvalidInput, NotFound, Unauthorized } from '@ostatok/kit/node/errors.ts';
import type { Account, Accounts } from '../account/account.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import type { Activity } from '../overview/activity.service.ts';
import type { Attempts } from './attempts.ts';
import type { Caller } from './callers.ts';
import type { Links } from './links.service.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { blocked, type Sessions } from './sessions.service.ts';

const DAY_MS = 86_400_000;
/** A forgotten password's answer takes this long at least, so that its time does not tell whether the address is known. */
const FORGOT_FLOOR_MS = 250;

export type SignIn = Tokens & { account: Account };

export interface AuthClients {
  db: Knex;
  accounts: Accounts;
  sessions: Sessions;
  links: Links;
  attempts: Attempts;
  mail: Mail;
  activity: Activity;
  publicUrl: string;
  now?: () => Date;
}

export function createAuth({
  db,
  accounts,
  sessions,
  links,
  attempts,
  mail,
  activity,
  publicUrl,
  now = () => new Date(),
}: AuthClients) {
  async function sendLink(
    trx: Knex.Transaction,
    account: Account,
    purpose: 'verify_email' | 'reset_password',
  ): Promise<void> {
    const link = await links.issue(trx, account.id, purpose);
    await mail.enqueue(trx, { to: account.email, template: purpose, data: { name: account.name, link } });
  }

  async function register(input: Register, ip: string): Promise<SignIn> {
    await attempts.count({ registerAddress: ip });
    const password_hash = await hashPassword(input.password);
    return db.transaction(async (trx) => {
      const { email, name, companyName } = input;
      const account = await accounts.create(trx, { email, name, company_name: companyName || null, password_hash });
      await sendLink(trx, account, 'verify_email');
      await activity.record(trx, {
        actorId: account.id,
        action: 'user.registered',
        description: `Зарегистрирован пользователь ${email}`,
        target: `user:${account.id}`,
        ip,
      });
      return { account, ...(await sessions.start(trx, account.id, false)) };
    });
  }

  function requireVerified(account: Account): void {
    const deadline = account.created_at.getTime() + UNVERIFIED_DAYS * DAY_MS;
    if (account.email_verified || now().getTime() < deadline) return;
    throw new Forbidden('email_unverified', 'Подтвердите email, чтобы войти: откройте ссылку из письма');
  }

  async function login(input: Login, ip: string): Promise<SignIn> {
    // the address first: refused there, a flood of made-up accounts fills no memory
    const keys = { signInAddress: ip, signInPair: `${input.email}|${ip}`, signInAccount: input.email };
    await attempts.count(keys);
    const account = await accounts.findByEmail(input.email);
    if (!(await isPassword(input.password, account?.password_hash)) || !account) {
      throw new Unauthorized('wrong_credentials', 'Неверный email или пароль');
    }
    await attempts.forgive(keys);
    if (account.status === 'blocked') throw blocked();
    requireVerified(account);
    const tokens = await db.transaction((trx) => sessions.start(trx, account.id, input.rememberMe));
    return { account, ...tokens };
  }

  async function verifyEmail(token: string): Promise<SignIn> {
    return db.transaction(async (trx) => {
      const userId = await links.redeem(trx, token, 'verify_email');
      await accounts.markVerified(trx, userId);
      const account = await accounts.get(userId, trx);
      await mail.enqueue(trx, {
        to: account.email,
        template: 'welcome',
        data: { name: account.name, link: new URL('/wizard', publicUrl).href },
      });
      return { account, ...(await sessions.start(trx, userId, false)) };
    });
  }

  async function resendVerification(email: string, ip: string): Promise<void> {
    await attempts.count({ letterAddress: ip, letterAccount: email });
    const account = await accounts.findByEmail(email);
    if (!account) throw new NotFound('Email не найден', 'email_not_found');
    if (account.email_verified) throw new Conflict('already_verified', 'Email уже подтверждён, войдите');
    await db.transaction((trx) => sendLink(trx, account, 'verify_email'));
  }

  async function forgotPassword(email: string, ip: string): Promise<void> {
    await attempts.count({ letterAddress: ip, letterAccount: email });
    const send = async (): Promise<void> => {
      const account = await accounts.findByEmail(email);
      if (account?.status === 'active') await db.transaction((trx) => sendLink(trx, account, 'reset_password'));
    };
    await Promise.all([send(), sleep(FORGOT_FLOOR_MS)]);
  }

  async function resetPassword({ token, newPassword }: ResetPassword, ip: string): Promise<void> {
    const userId = await db.transaction(async (trx) => {
      const owner = await links.redeem(trx, token, 'reset_password');
      await accounts.setPassword(trx, owner, await hashPassword(newPassword));
      // the letter reached its address, so the address is proven too
      await accounts.markVerified(trx, owner);
      await sessions.endAll(trx, owner);
      await activity.record(trx, {
        actorId: owner,
        action: 'user.password_reset',
        description: 'Пароль восстановлен по ссылке из письма',
        target: `user:${owner}`,
        ip,
      });
      return owner;
    });
    sessions.forget(userId);
  }

  async function changePassword(caller: Caller, input: ChangePassword): Promise<void> {
    const key = { passwordAccount: String(caller.userId) };
    await attempts.count(key);
    const account = await accounts.get(caller.userId);
    if (!(await isPassword(input.oldPassword, account.password_hash))) {
      // The pages know this very text and show the field's own.
      const errors = { oldPassword: 'Неверный текущий пароль' };
      throw new InvalidInput('Invalid old password', errors, 'invalid_old_password');
    }
    await attempts.forgive(key);
    const passwordHash = await hashPassword(input.newPassword);
    await db.transaction(async (trx) => {
      await accounts.setPassword(trx, caller.userId, passwordHash);
      await sessions.endAll(trx, caller.userId, caller.sessionId);
    });
    sessions.forget(caller.userId);
  }

  return {
    register,
    login,
    verifyEmail,
    resendVerification,
    forgotPassword,
    resetPassword,
    changePassword,

    async refresh(refreshToken: string): Promise<SignIn> {
      const { userId, ...tokens } = await sessions.refresh(refreshToken);
      return { account: await accounts.get(userId), ...tokens };
    },

    /** Ends the sign-in either token belongs to; works also when the access token has run out. */
    async logout(accessToken: string | undefined, refreshToken: string | undefined): Promise<void> {
      if (refreshToken) await sessions.endByToken(refreshToken);
      if (!accessToken) return;
      const caller = await sessions.callerOf(accessToken).catch((error) => {
        if (error instanceof AppError) return undefined;
        throw error;
      });
      if (caller) await sessions.end(caller.userId, caller.sessionId);
    },
  };
}
export type Auth = ReturnType<typeof createAuth>;
