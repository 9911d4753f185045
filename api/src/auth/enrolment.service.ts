import { randomUUID } from 'node:crypto';
import { constraintOf, type Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import type { Secrets } from '@ostatok/kit/node/secrets.ts';
import type { AddPasskey, Confirmation, TotpOffer } from '../../contract/sign-in.ts';
import type { Accounts } from '../account/account.service.ts';
import { type Attempts, toldChange } from './attempts.ts';
import type { Caller } from './callers.ts';
import type { Challenges } from './challenges.service.ts';
import type { Confirm } from './confirmation.service.ts';
import { requireVerifiedFirst } from './credentials.ts';
import {
  confirmTotp,
  deletePasskey,
  deleteTotp,
  findTotp,
  insertPasskey,
  offerTotp,
  selectPasskeys,
  takeTotpStep,
} from './factors.queries.ts';
import type { Factors } from './factors.service.ts';
import type { PasskeyCeremony } from './passkey-ceremony.ts';
import { findCaller, lockSessionUser } from './sessions.queries.ts';
import { type Sessions, sessionOver } from './sessions.service.ts';
import { newTotpSecret, stepOf, totpOffer } from './totp.ts';

export const TOTP_PURPOSE = 'totp';
const PASSKEY_SECONDS = 5 * 60;
/** A secret that was shown but not confirmed expires after so long, so that it cannot be guessed at leisure. */
const OFFER_MS = 30 * 60_000;
const MOST_PASSKEYS = 20;

interface Deps {
  db: Knex;
  secrets: Secrets;
  accounts: Accounts;
  sessions: Pick<Sessions, 'forget'>;
  attempts: Attempts;
  challenges: Challenges;
  confirmation: Confirm;
  factors: Factors;
  ceremony: PasskeyCeremony;
  now?: () => Date;
}

type NewCodes = { recoveryCodes?: string[] };

/** Adds and removes second factors. Each change requires the password first. */
export function createEnrolment(deps: Deps) {
  const { db, secrets, accounts, sessions, attempts, challenges, confirmation, factors, ceremony } = deps;
  const { now = () => new Date() } = deps;

  /**
   * Runs one change of a user's factors at a time, only for a session that is still valid, and evicts its cached state.
   */
  async function change<T>(
    { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
    work: (trx: Knex.Transaction) => Promise<T>,
  ): Promise<T> {
    await attempts.count(toldChange(userId));
    const done = await db.transaction(async (trx) => {
      await lockSessionUser(trx, userId);
      // the session may have been ended meanwhile, together with the factor it had set up
      if (!(await findCaller(trx, userId, sessionId, now()))?.signed_in) throw sessionOver();
      return work(trx);
    });
    sessions.forget(userId);
    return done;
  }

  return {
    async offerTotp(caller: Caller, { password }: Confirmation): Promise<TotpOffer> {
      const account = await confirmation.require(caller, password);
      requireVerifiedFirst(account);
      if ((await findTotp(db, account.id))?.confirmed_at)
        throw new Conflict('totp_on', 'Вход с кодом уже включён. Чтобы сменить приложение, сначала выключите его');
      const secret = newTotpSecret();
      const secret_sealed = secrets.seal(secret, TOTP_PURPOSE);
      await offerTotp(db, { id: randomUUID(), user_id: account.id, secret_sealed, created_at: now() });
      return totpOffer(secret, account.email);
    },

    async confirmTotp(caller: Caller, code: string): Promise<NewCodes> {
      const { userId } = caller;
      const account = await accounts.get(userId);
      requireVerifiedFirst(account);
      const offered = await findTotp(db, userId);
      const isStale = !offered?.confirmed_at && now().getTime() - Number(offered?.created_at) > OFFER_MS;
      if (!offered || isStale) throw new Conflict('totp_not_offered', 'Сначала отсканируйте код приложением');
      const tries = { factorSession: caller.sessionId };
      await attempts.count(tries);
      const step = stepOf(secrets.open(offered.secret_sealed, TOTP_PURPOSE), code, now());
      const wrong = 'Код не подошёл. Проверьте время на телефоне и введите следующий';
      if (step === undefined || !(await takeTotpStep(db, userId, step)))
        throw new InvalidInput(wrong, { code: wrong }, 'wrong_code');
      await attempts.forgive(tries);
      return change(caller, async (trx) => {
        if (!(await confirmTotp(trx, userId, now()))) throw new Conflict('totp_on', 'Вход с кодом уже включён');
        await factors.tell(trx, account, 'totp_added');
        return { recoveryCodes: await factors.codesOfFirst(trx, userId) };
      });
    },

    async removeTotp(caller: Caller, { password }: Confirmation): Promise<void> {
      const account = await confirmation.require(caller, password);
      await change(caller, async (trx) => {
        if (!(await deleteTotp(trx, account.id))) throw new NotFound('Вход с кодом уже выключен', 'totp_off');
        await factors.dropCodesOfLast(trx, account.id);
        await factors.tell(trx, account, 'totp_removed');
      });
    },

    /** Returns the options for the browser's passkey dialog. */
    async offerPasskey(caller: Caller, { password }: Confirmation): Promise<{ challenge: string; options: object }> {
      if (!ceremony.offered) throw new Conflict('passkeys_off', 'Ключи доступа работают только на адресе с именем');
      const account = await confirmation.require(caller, password);
      requireVerifiedFirst(account);
      const keys = await selectPasskeys(db, account.id);
      if (keys.length >= MOST_PASSKEYS)
        throw new Conflict('passkey_limit', `Ключей — до ${MOST_PASSKEYS}. Удалите лишние`);
      const options = await ceremony.creationOptions(account, keys);
      const data = { webauthn: options.challenge };
      return { challenge: await challenges.issue('add_passkey', account.id, data, PASSKEY_SECONDS), options };
    },

    async addPasskey(caller: Caller, { challenge, passkey, name }: AddPasskey): Promise<NewCodes> {
      const { userId } = caller;
      const account = await accounts.get(userId);
      requireVerifiedFirst(account);
      const question = await challenges.attempt('add_passkey', challenge);
      if (question.user_id !== userId) throw ceremony.refused();
      const credential = await ceremony.created(String(question.data.webauthn), passkey);
      const row = {
        id: randomUUID(),
        user_id: userId,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey),
        transports: credential.transports ?? [],
        name,
        created_at: now(),
      };
      return change(caller, async (trx) => {
        await challenges.close(trx, question);
        await insertPasskey(trx, row, credential.counter);
        await factors.tell(trx, account, 'passkey_added');
        return { recoveryCodes: await factors.codesOfFirst(trx, userId) };
      }).catch((error) => {
        if (constraintOf(error) !== 'passkeys_credential_id_unique') throw error;
        throw new Conflict('passkey_taken', 'Этот ключ уже добавлен');
      });
    },

    async removePasskey(caller: Caller, id: string, { password }: Confirmation): Promise<void> {
      const missing = () => new NotFound('Такого ключа нет', 'passkey_not_found');
      if (!(await selectPasskeys(db, caller.userId)).some((key) => key.id === id)) throw missing();
      const account = await confirmation.require(caller, password);
      await change(caller, async (trx) => {
        if (!(await deletePasskey(trx, account.id, id))) throw missing();
        await factors.dropCodesOfLast(trx, account.id);
        await factors.tell(trx, account, 'passkey_removed');
      });
    },

    async renewRecoveryCodes(caller: Caller, { password }: Confirmation): Promise<string[]> {
      const account = await confirmation.require(caller, password);
      return change(caller, async (trx) => {
        if ((await factors.methodsOf(account.id, trx)).length === 0)
          throw new Conflict('no_factor', 'Сначала включите вход с кодом или добавьте ключ доступа');
        await factors.tell(trx, account, 'recovery_codes');
        return factors.renewRecoveryCodes(trx, account.id);
      });
    },
  };
}
export type Enrolment = ReturnType<typeof createEnrolment>;
