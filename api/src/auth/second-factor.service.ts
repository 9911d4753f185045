import { createHash } from 'node:crypto';
import { networkOf, siteOf } from '@ostatok/kit/node/addresses.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { AppError, InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import type { Secrets } from '@ostatok/kit/node/secrets.ts';
import {
  CHALLENGE_MINUTES,
  type PasskeySignIn,
  type SecondFactor,
  type SecondFactorQuestion,
} from '../../contract/sign-in.ts';
import type { Account, Accounts } from '../account/account.service.ts';
import type { SecurityLog } from '../security/security.service.ts';
import type { Attempts } from './attempts.ts';
import type { ChallengeRow } from './challenges.queries.ts';
import type { Challenges } from './challenges.service.ts';
import { requireVerified, wrongCredentials } from './credentials.ts';
import {
  findPasskey,
  findTotp,
  movePasskeyCounter,
  selectPasskeys,
  takeRecoveryCode,
  takeTotpStep,
} from './factors.queries.ts';
import type { Factors } from './factors.service.ts';
import type { PasskeyCeremony } from './passkey-ceremony.ts';
import { recoveryHash } from './recovery-codes.ts';
import type { Sessions } from './sessions.service.ts';
import type { SignIn } from './signed-in.ts';
import { stepOf, TOTP_PURPOSE } from './totp.ts';

/** The first factor was right; `question` says what the second step needs. */
export class SecondFactorRequired extends AppError {
  constructor(question: Omit<SecondFactorQuestion, 'success' | 'error' | 'code' | 'requiresSecondFactor'>) {
    super(403, 'second_factor_required', 'Подтвердите вход вторым шагом', {
      more: { requiresSecondFactor: true, ...question },
    });
  }
}

/**
 * Identifies the state of the first factor: a change of the password or the address voids a sign-in that began before
 * it.
 */
const fingerprint = ({ password_hash, email }: Account): string =>
  createHash('sha256').update(`${email} ${password_hash}`).digest('hex');

const wrongCode = (field: string, text: string): InvalidInput =>
  new InvalidInput(text, { [field]: text }, 'wrong_code');

/** How the user signed in: whether the browser is known, and by what method. */
interface Way {
  known: boolean;
  details?: string;
}

interface SecondFactorOptions {
  db: Knex;
  secrets: Secrets;
  accounts: Accounts;
  sessions: Sessions;
  attempts: Attempts;
  challenges: Challenges;
  factors: Factors;
  ceremony: PasskeyCeremony;
  security: Pick<SecurityLog, 'record' | 'note'>;
  now?: () => Date;
}

interface SecondFactorDeps extends SecondFactorOptions {
  now: () => Date;
}

async function start(
  { security, factors, sessions, accounts }: SecondFactorDeps,
  trx: Knex.Transaction,
  account: Account,
  remember: boolean,
  way: Way,
): Promise<SignIn> {
  const { known, details } = way;
  await security.record(trx, {
    event: known ? 'login.succeeded' : 'login.new_device',
    userId: account.id,
    ...(details ? { details } : {}),
  });
  if (!known && account.role === 'admin') await factors.notice(trx, account, 'new_device');
  const started = await sessions.start(trx, account.id, remember);
  const current = await accounts.get(account.id, trx);
  if (fingerprint(current) !== fingerprint(account)) throw wrongCredentials();
  return { account: current, ...started };
}

/**
 * Codes can be guessed, so attempts are counted: per known device and over all known devices of the account, or else per
 * account and address and per account. Strangers' attempts count towards no known device.
 */
async function takeCode(
  { attempts, db, secrets, now, security }: SecondFactorDeps,
  account: Account,
  code: string,
  from: { ip: string; deviceId?: string },
): Promise<void> {
  const keys = from.deviceId
    ? { factorDevice: from.deviceId, factorDevices: String(account.id) }
    : { factorPair: `${account.id}|${networkOf(from.ip)}`, factorAccount: String(account.id) };
  await attempts.count(keys);
  const totp = await findTotp(db, account.id);
  const step = totp?.confirmed_at && stepOf(secrets.open(totp.secret_sealed, TOTP_PURPOSE), code, now());
  if (!step || !(await takeTotpStep(db, account.id, step))) {
    security.note({ event: 'factor.failed', userId: account.id });
    throw wrongCode('code', 'Код не подошёл или уже был использован. Введите следующий');
  }
  await attempts.forgive(keys);
}

async function takePasskey(
  { db, ceremony, now }: SecondFactorDeps,
  question: ChallengeRow,
  passkey: Record<string, unknown>,
): Promise<number> {
  const key = await findPasskey(db, String(passkey.id));
  if (!key || (question.user_id !== null && key.user_id !== question.user_id)) throw ceremony.refused();
  const alone = question.user_id === null;
  const counter = await ceremony.answered(String(question.data.webauthn), passkey, key, alone);
  if (!(await movePasskeyCounter(db, key, counter, now()))) throw ceremony.refused();
  return key.user_id;
}

async function takeAnswer(
  deps: SecondFactorDeps,
  question: ChallengeRow,
  account: Account,
  { code, passkey }: SecondFactor,
  from: { ip: string; deviceId?: string },
): Promise<void> {
  if (passkey) await takePasskey(deps, question, passkey);
  else if (code) await takeCode(deps, account, code, from);
  else throw wrongCode('code', 'Введите код');
}

async function takeRecovery(
  { now, security, factors }: SecondFactorDeps,
  trx: Knex.Transaction,
  account: Account,
  recoveryCode: string,
): Promise<void> {
  if (!(await takeRecoveryCode(trx, account.id, recoveryHash(recoveryCode), now()))) {
    security.note({ event: 'factor.failed', userId: account.id });
    throw wrongCode('recoveryCode', 'Такого резервного кода нет, или он уже использован');
  }
  await factors.recordAndNotify(trx, account, 'recovery_code_used');
}

/**
 * Throws SecondFactorRequired when the account has a second factor. Call it only after the first factor was right.
 */
async function ask(
  { factors, db, ceremony, challenges }: SecondFactorDeps,
  account: Account,
  remember: boolean,
): Promise<void> {
  const methods = await factors.methodsOf(account.id);
  if (methods.length === 0) return;
  const keys = methods.includes('passkey') ? await selectPasskeys(db, account.id) : [];
  const passkey = keys.length > 0 && ceremony.offered ? await ceremony.requestOptions(keys) : null;
  const data = { remember, first: fingerprint(account), webauthn: passkey?.challenge };
  const challenge = await challenges.issue('second_factor', account.id, data, CHALLENGE_MINUTES * 60);
  throw new SecondFactorRequired({ challenge, methods, passkey });
}

/** `deviceOf` finds the known device by the address of the challenge's user. Throws InvalidInput. */
async function answer(
  deps: SecondFactorDeps,
  input: SecondFactor,
  ip: string,
  deviceOf: (email: string) => string | undefined,
): Promise<SignIn> {
  const question = await deps.challenges.attempt('second_factor', input.challenge);
  const account = await deps.accounts.get(Number(question.user_id));
  if (fingerprint(account) !== question.data.first) throw wrongCredentials();
  const deviceId = deviceOf(account.email);
  const recoveryCode = input.passkey || input.code ? undefined : input.recoveryCode;
  if (!recoveryCode) await takeAnswer(deps, question, account, input, { ip, deviceId });
  return deps.db.transaction(async (trx) => {
    await deps.challenges.close(trx, question);
    // after the challenge is closed, so that two answers to it take one code
    if (recoveryCode) await takeRecovery(deps, trx, account, recoveryCode);
    return start(deps, trx, account, question.data.remember === true, { known: deviceId !== undefined });
  });
}

async function passkeyOptions(
  { ceremony, attempts, challenges }: SecondFactorDeps,
  ip: string,
): Promise<{ challenge: string; options: object }> {
  if (!ceremony.offered) throw new NotFound('Ключи доступа работают только на адресе с именем', 'passkeys_off');
  await attempts.count({ passkeyAddress: networkOf(ip), passkeySite: siteOf(ip) });
  const options = await ceremony.requestOptions();
  const data = { webauthn: options.challenge };
  return { challenge: await challenges.issue('passkey_sign_in', null, data, CHALLENGE_MINUTES * 60), options };
}

/** A passkey that has verified the user by finger or PIN counts as both factors. */
async function byPasskey(
  deps: SecondFactorDeps,
  { challenge, passkey, rememberMe }: PasskeySignIn,
  deviceOf: (email: string) => string | undefined,
): Promise<SignIn> {
  const question = await deps.challenges.attempt('passkey_sign_in', challenge);
  const account = await deps.accounts.get(await takePasskey(deps, question, passkey));
  requireVerified(account, deps.now());
  return deps.db.transaction(async (trx) => {
    await deps.challenges.close(trx, question);
    const known = deviceOf(account.email) !== undefined;
    return start(deps, trx, account, rememberMe, { known, details: 'Ключом доступа' });
  });
}

/** Starts a session after the first factor, or throws SecondFactorRequired when there is a second one. */
async function proceed(deps: SecondFactorDeps, account: Account, remember: boolean, way: Way): Promise<SignIn> {
  await ask(deps, account, remember);
  return deps.db.transaction((trx) => start(deps, trx, account, remember, way));
}

/** The second step of a sign-in after any first one, and the sign-in by a passkey alone. */
export function createSecondFactor({ now = () => new Date(), ...clients }: SecondFactorOptions) {
  const deps: SecondFactorDeps = { ...clients, now };

  return {
    isOn: async ({ id }: Account): Promise<boolean> => (await deps.factors.methodsOf(id)).length > 0,

    ask: (account: Account, remember: boolean) => ask(deps, account, remember),

    proceed: (account: Account, remember: boolean, way: Way) => proceed(deps, account, remember, way),

    answer: (input: SecondFactor, ip: string, deviceOf: (email: string) => string | undefined) =>
      answer(deps, input, ip, deviceOf),

    passkeyOptions: (ip: string) => passkeyOptions(deps, ip),

    byPasskey: (input: PasskeySignIn, deviceOf: (email: string) => string | undefined) =>
      byPasskey(deps, input, deviceOf),
  };
}
export type SecondFactors = ReturnType<typeof createSecondFactor>;
