import type { Login, Register, VerifyEmail } from '@ostatok/api/contract/auth.ts';
import { networkOf, siteOf } from '@ostatok/kit/node/addresses.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { AppError, InvalidInput } from '@ostatok/kit/node/errors.ts';
import type { SignInLimits } from '@ostatok/kit/node/sign-in-limits.ts';
import type { Account, Accounts } from '../account/account.service.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import type { SecurityLog } from '../security/security.service.ts';
import type { Attempts } from './attempts.ts';
import { requireVerified, wrongCredentials, wrongPassword } from './credentials.ts';
import { inEvenTime } from './even-time.ts';
import { type AskedLetter, countFirstLetter, countLetter } from './letter-limits.ts';
import type { Links } from './links.service.ts';
import { requireStrong, weaknessOf } from './password-rules.ts';
import type { Passwords } from './passwords.ts';
import type { SecondFactors } from './second-factor.service.ts';
import { blocked } from './session-errors.ts';
import type { Sessions } from './sessions.service.ts';
import { createSharedWork } from './shared-work.ts';
import type { SignIn } from './signed-in.ts';
import { createWelcome } from './welcome.ts';

export interface AuthClients {
  db: Knex;
  accounts: Accounts;
  sessions: Sessions;
  links: Links;
  attempts: Attempts;
  signInLimits: SignInLimits;
  passwords: Passwords;
  mail: Mail;
  activity: Activity;
  security: Pick<SecurityLog, 'record' | 'note'>;
  secondFactor: Pick<SecondFactors, 'proceed'>;
  publicUrl: string;
  now?: () => Date;
}

/** The browser in which the link of a letter was opened. */
export interface LinkVisitor {
  accessToken?: string | undefined;
  ip: string;
  /** The id of the browser if it has signed in to the account with this address before. */
  deviceOf: (email: string) => string | undefined;
}

interface AuthDeps extends AuthClients {
  now: () => Date;
  welcome: ReturnType<typeof createWelcome>;
  sharedWork: ReturnType<typeof createSharedWork>;
}

async function register(
  { attempts, passwords, db, accounts, now, links, activity, sessions }: AuthDeps,
  input: Register,
  ip: string,
): Promise<SignIn> {
  await attempts.count({ registerAddress: networkOf(ip), registerSite: siteOf(ip) });
  const { email, name, companyName } = input;
  const company_name = companyName || null;
  const visitor = { key: networkOf(ip) };
  await requireStrong('password', input.password, { role: 'customer', email, name, company_name }, visitor);
  const password_hash = await passwords.hash(input.password, visitor);
  // an address that is freed by deletion can be registered again and again; counted within the transaction, the letter
  // would take a second connection while the first is held
  if (!(await accounts.findByEmail(email))) await countFirstLetter(attempts, { email, ip });
  return db.transaction(async (trx) => {
    const account = await accounts.create(trx, { email, name, company_name, password_hash, consent_at: now() });
    await links.send(trx, account, 'verify_email');
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

/** Checks an administrator's typed password against the current rules; the stored hash cannot be checked. */
async function noteWeakness({ accounts }: AuthDeps, account: Account, password: string): Promise<void> {
  if (account.role !== 'admin') return;
  const isWeak = (await weaknessOf(password, account)) !== undefined;
  if (isWeak !== account.weak_password) await accounts.markWeak(account.id, isWeak);
}

/**
 * The account with this address and password; undefined when there is none. Wrong passwords are counted. `deviceId`
 * is set when the browser has signed in to this account before. Throws Forbidden for a blocked account.
 */
async function findByPassword(
  deps: AuthDeps,
  { email, password }: Pick<Login, 'email' | 'password'>,
  ip: string,
  deviceId: string | undefined,
): Promise<Account | undefined> {
  const visitor = { key: deviceId ?? networkOf(ip), known: deviceId !== undefined };
  deps.passwords.requireRoom(visitor);
  const counted = await deps.signInLimits.count({ account: email, ip, deviceId }).catch((error) => {
    deps.security.note({ event: 'login.limited', typed: email, ip });
    throw error;
  });
  const { account, right } = await deps.passwords
    .check(password, () => deps.accounts.findByEmail(email), visitor)
    .catch(async (error) => {
      await deps.signInLimits.forgive(counted);
      throw error;
    });
  if (!account || !right) {
    deps.security.note({ event: 'login.failed', userId: account?.id, typed: account ? undefined : email, ip });
    return undefined;
  }
  await deps.signInLimits.forgive(counted);
  if (account.status === 'blocked') throw blocked();
  await noteWeakness(deps, account, password);
  return account;
}

/** `deviceId` is set when the browser has signed in to this account before. */
async function login(deps: AuthDeps, input: Login, ip: string, deviceId?: string): Promise<SignIn> {
  const account = await findByPassword(deps, input, ip, deviceId);
  if (!account) throw wrongCredentials();
  requireVerified(account, deps.now());
  return deps.secondFactor.proceed(account, input.rememberMe, { known: deviceId !== undefined });
}

/** The user of a valid session. Throws Unauthorized only for an expired token, so that the page refreshes it. */
async function userOf({ sessions }: AuthDeps, accessToken: string | undefined): Promise<number | undefined> {
  if (!accessToken) return undefined;
  const caller = await sessions.callerOf(accessToken).catch((error) => {
    if (error instanceof AppError && error.code !== 'token_expired') return undefined;
    throw error;
  });
  return caller?.userId;
}

/**
 * Throws InvalidInput unless the link was opened by whoever registered: in a session of the account, or with its
 * password. The owner of the address may be another person, and would otherwise confirm the account of a stranger,
 * who has its password.
 */
async function requireRegistrant(
  deps: AuthDeps,
  account: Account,
  password: string | undefined,
  from: LinkVisitor,
): Promise<void> {
  if (!password) {
    if ((await userOf(deps, from.accessToken)) === account.id) return;
    const error = 'Введите пароль от аккаунта, чтобы подтвердить email';
    throw new InvalidInput(error, { password: error }, 'password_required');
  }
  const { email } = account;
  if (!(await findByPassword(deps, { email, password }, from.ip, from.deviceOf(email)))) throw wrongPassword();
}

async function verifyEmail(deps: AuthDeps, { token, password }: VerifyEmail, from: LinkVisitor): Promise<SignIn> {
  const opened = await deps.accounts.get(await deps.links.check(token, 'verify_email'));
  await requireRegistrant(deps, opened, password, from);
  const account = await deps.db.transaction(async (trx) => {
    const userId = await deps.links.redeem(trx, token, 'verify_email');
    const { password_hash } = await deps.accounts.get(userId, trx);
    // the password may have been replaced since it was compared
    if (password && password_hash !== opened.password_hash) throw wrongPassword();
    await deps.accounts.markVerified(trx, userId);
    const verified = await deps.accounts.get(userId, trx);
    await deps.welcome(trx, verified);
    return verified;
  });
  return deps.secondFactor.proceed(account, false, { known: true, details: 'По ссылке из письма' });
}

/** The answer is the same for every address, so that it does not reveal whether the address is known. */
async function resendVerification(
  { accounts, db, links, sharedWork, attempts }: AuthDeps,
  asked: AskedLetter,
): Promise<void> {
  const { email, ip, deviceId } = asked;
  const send = async (): Promise<void> => {
    const account = await accounts.findByEmail(email);
    if (account?.status !== 'active' || account.email_verified) return;
    await db.transaction((trx) => links.send(trx, account, 'verify_email'));
  };
  await sharedWork(`${deviceId ?? ip} ${email}`, async () => {
    await countLetter(attempts, asked);
    await inEvenTime(send);
  });
}

async function refresh({ sessions, accounts }: AuthDeps, refreshToken: string): Promise<SignIn> {
  const { userId, ...tokens } = await sessions.refresh(refreshToken);
  return { account: await accounts.get(userId), ...tokens };
}

/** Ends the sign-in that either token belongs to; works also with an expired access token. */
async function logout(
  { sessions }: AuthDeps,
  accessToken: string | undefined,
  refreshToken: string | undefined,
): Promise<void> {
  if (refreshToken) await sessions.endByToken(refreshToken);
  if (!accessToken) return;
  const caller = await sessions.callerOf(accessToken).catch((error) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });
  if (caller) await sessions.end(caller.userId, caller.sessionId);
}

export function createAuth({ now = () => new Date(), ...clients }: AuthClients) {
  const deps: AuthDeps = { ...clients, now, welcome: createWelcome(clients), sharedWork: createSharedWork() };

  return {
    register: (input: Register, ip: string) => register(deps, input, ip),
    login: (input: Login, ip: string, deviceId?: string) => login(deps, input, ip, deviceId),
    verifyEmail: (input: VerifyEmail, from: LinkVisitor) => verifyEmail(deps, input, from),
    resendVerification: (asked: AskedLetter) => resendVerification(deps, asked),
    refresh: (refreshToken: string) => refresh(deps, refreshToken),

    logout: (accessToken: string | undefined, refreshToken: string | undefined) =>
      logout(deps, accessToken, refreshToken),
  };
}
export type Auth = ReturnType<typeof createAuth>;
