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
import type { Passwords } from './passwords.ts';
import { blocked, type Sessions } from './sessions.service.ts';

const DAY_MS = 86_400_000;
/** A forgotten password's answer takes this long at least, so that its time does not tell whether the address is known. */
const FORGOT_FLOOR_MS = 250;

const wrongCredentials = (): Unauthorized => new Unauthorized('wrong_credentials', 'Неверный email или пароль');

export type SignIn = Tokens & { account: Account };

export interface AuthClients {
  db: Knex;
  accounts: Accounts;
  sessions: Sessions;
  links: Links;
  attempts: Attempts;
  passwords: Passwords;
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
  passwords,
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
    const password_hash = await passwords.hash(input.password, { key: ip });
    return db.transaction(async (trx) => {
      const { email, name, companyName } = input;
      const company_name = companyName || null;
      const account = await accounts.create(trx, { email, name, company_name, password_hash, consent_at: now() });
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

  /** Within the transaction of what the password allows: it may have been changed since it was looked at. */
  async function requireSame(trx: Knex.Transaction, { id, password_hash }: Account): Promise<void> {
    if ((await accounts.get(id, trx)).password_hash !== password_hash) throw wrongCredentials();
  }

  /** `deviceId`: the browser has signed in to this account before. */
  async function login(input: Login, ip: string, deviceId?: string): Promise<SignIn> {
    // the address first: refused there, a flood of made-up accounts fills no memory
    const keys = deviceId
      ? { signInDevice: deviceId }
      : { signInAddress: ip, signInPair: `${input.email}|${ip}`, signInAccount: input.email };
    await attempts.count(keys);
    const visitor = { key: deviceId ?? ip, known: deviceId !== undefined };
    const { account, right } = await passwords
      .check(input.password, () => accounts.findByEmail(input.email), visitor)
      .catch(async (error) => {
        await attempts.forgive(keys);
        throw error;
      });
    if (!account || !right) throw wrongCredentials();
    await attempts.forgive(keys);
    if (account.status === 'blocked') throw blocked();
    requireVerified(account);
    const tokens = await db.transaction(async (trx) => {
      const started = await sessions.start(trx, account.id, input.rememberMe);
      await requireSame(trx, account);
      return started;
    });
    return { account, ...tokens };
  }

  async function verifyEmail(token: string): Promise<SignIn> {
    return db.transaction(async (trx) => {
      const userId = await links.redeem(trx, token, 'verify_email');
      await accounts.markVerified(trx, userId);
      const account = await accounts.get(userId, trx);
      const link = new URL('/wizard', publicUrl).href;
      if (!account.consent_withdrawn_at)
        await mail.enqueue(trx, { to: account.email, template: 'welcome', data: { name: account.name, link } });
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

  async function resetPassword({ token, newPassword }: ResetPassword, ip: string): Promise<Account> {
    await links.check(token, 'reset_password');
    const passwordHash = await passwords.hash(newPassword, { key: token, known: true });
    const account = await db.transaction(async (trx) => {
      const owner = await links.redeem(trx, token, 'reset_password');
      await sessions.endAll(trx, owner);
      await accounts.setPassword(trx, owner, passwordHash);
      // the letter reached its address, so the address is proven too
      await accounts.markVerified(trx, owner);
      await activity.record(trx, {
        actorId: owner,
        action: 'user.password_reset',
        description: 'Пароль восстановлен по ссылке из письма',
        target: `user:${owner}`,
        ip,
      });
      return accounts.get(owner, trx);
    });
    sessions.forget(account.id);
    // strangers' guesses were at the password that is gone
    await attempts.forget({ signInAccount: account.email, signInPair: `${account.email}|${ip}` });
    return account;
  }

  async function requireOldPassword(caller: Caller, oldPassword: string): Promise<Account> {
    const key = { passwordAccount: String(caller.userId) };
    await attempts.count(key);
    const visitor = { key: String(caller.userId), known: true };
    const { account, right } = await passwords.check(oldPassword, () => accounts.get(caller.userId), visitor);
    if (account.password_hash === null) {
      throw new Conflict('no_password', 'Пароля пока нет. Задайте его по ссылке из письма');
    }
    if (!right) {
      // The pages know this very text and show the field's own.
      const errors = { oldPassword: 'Неверный текущий пароль' };
      throw new InvalidInput('Invalid old password', errors, 'invalid_old_password');
    }
    await attempts.forgive(key);
    return account;
  }

  async function changePassword(caller: Caller, input: ChangePassword): Promise<void> {
    const account = await requireOldPassword(caller, input.oldPassword);
    const passwordHash = await passwords.hash(input.newPassword, { key: String(caller.userId), known: true });
    await db.transaction(async (trx) => {
      await sessions.endAll(trx, caller.userId, caller.sessionId);
      await requireSame(trx, account);
      await accounts.setPassword(trx, caller.userId, passwordHash);
    });
    sessions.forget(caller.userId);
  }

  async function refresh(refreshToken: string, sessionId?: string): Promise<SignIn> {
    const { userId, ...tokens } = await sessions.refresh(refreshToken, sessionId);
    return { account: await accounts.get(userId), ...tokens };
  }

  return {
    register,
    login,
    verifyEmail,
    resendVerification,
    forgotPassword,
    resetPassword,
    changePassword,

    refresh,

    /** With a cookie instead of a token the access token must be of the same sign-in: cookies can be planted. */
    async refreshReturn(refreshToken: string, accessToken: string | undefined): Promise<SignIn> {
      if (!accessToken) throw new Unauthorized();
      return refresh(refreshToken, (await sessions.callerOf(accessToken)).sessionId);
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
