import { randomUUID } from 'node:crypto';
import { constraintOf, type Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, NotFound } from '@ostatok/kit/node/errors.ts';
import type { AddPasskey, Confirmation } from '../../contract/sign-in.ts';
import type { Caller } from '../access/callers.ts';
import type { Accounts } from '../account/account.service.ts';
import type { Challenges } from './challenges.service.ts';
import type { Confirm } from './confirmation.service.ts';
import { requireVerifiedFirst } from './credentials.ts';
import type { FactorChange } from './factor-change.ts';
import { deletePasskey, insertPasskey, selectPasskeys } from './factors.queries.ts';
import type { Factors } from './factors.service.ts';
import type { PasskeyCeremony } from './passkey-ceremony.ts';

const PASSKEY_SECONDS = 5 * 60;
const MOST_PASSKEYS = 20;

interface PasskeyEnrolmentDeps {
  db: Knex;
  accounts: Accounts;
  challenges: Challenges;
  confirmation: Confirm;
  factors: Factors;
  ceremony: PasskeyCeremony;
  change: FactorChange;
  now: () => Date;
}

/** Adds and removes passkeys. */
export function createPasskeyEnrolment(deps: PasskeyEnrolmentDeps) {
  const { db, accounts, challenges, confirmation, factors, ceremony, change, now } = deps;
  return {
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

    async addPasskey(caller: Caller, { challenge, passkey, name }: AddPasskey): Promise<{ recoveryCodes?: string[] }> {
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
        await factors.recordAndNotify(trx, account, 'passkey_added');
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
        await factors.recordAndNotify(trx, account, 'passkey_removed');
      });
    },
  };
}
