import type { SecurityEvent } from '@ostatok/api/contract/security.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { Security } from '../../contract/account.endpoints.ts';
import type { SecondFactorMethod } from '../../contract/sign-in.ts';
import type { Account } from '../account/account.service.ts';
import type { SecurityLog } from '../security/security.service.ts';
import {
  countUnusedRecoveryCodes,
  deleteAllFactors,
  findTotp,
  replaceRecoveryCodes,
  selectPasskeys,
} from './factors.queries.ts';
import type { PasskeyCeremony } from './passkey-ceremony.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { type NoticedEvent, noticed, type SecurityNotice } from './security-notice.ts';

/** Event names in the security log. */
const logged = {
  totp_added: 'factor.added',
  totp_removed: 'factor.removed',
  passkey_added: 'factor.added',
  passkey_removed: 'factor.removed',
  recovery_codes: 'factor.codes_renewed',
  recovery_code_used: 'factor.recovered',
  factors_reset: 'factor.reset',
} satisfies Partial<Record<NoticedEvent, SecurityEvent>>;

export interface FactorsDeps {
  db: Knex;
  security: Pick<SecurityLog, 'record'>;
  notice: SecurityNotice;
  ceremony: PasskeyCeremony;
  /** When true, administrators can do nothing without a second factor. */
  requireAdminFactor: boolean;
  now?: () => Date;
}

/** The second factors of accounts. */
export function createFactors({
  db,
  security,
  notice,
  ceremony,
  requireAdminFactor,
  now = () => new Date(),
}: FactorsDeps) {
  async function methodsOf(userId: number, reader: Db = db): Promise<SecondFactorMethod[]> {
    const [totp, keys] = [await findTotp(reader, userId), await selectPasskeys(reader, userId)];
    const own: SecondFactorMethod[] = [];
    if (totp?.confirmed_at) own.push('totp');
    if (keys.length > 0) own.push('passkey');
    if (own.length > 0 && (await countUnusedRecoveryCodes(reader, userId)) > 0) own.push('recovery');
    return own;
  }

  /** Records the event in the security log and sends a letter, in the transaction of the change. */
  async function recordAndNotify(trx: Knex.Transaction, account: Account, event: keyof typeof logged): Promise<void> {
    await security.record(trx, { event: logged[event], userId: account.id, details: noticed[event] });
    await notice(trx, account, event);
  }

  return {
    methodsOf,
    recordAndNotify,
    notice,

    /** Deletes all factors of the account. */
    drop: deleteAllFactors,

    async stateOf(account: Account): Promise<Security> {
      const [totp, keys] = [await findTotp(db, account.id), await selectPasskeys(db, account.id)];
      return {
        totp: totp?.confirmed_at?.toISOString() ?? null,
        passkeys: keys.map(({ id, name, created_at, used_at }) => ({
          id,
          name,
          created_at: created_at.toISOString(),
          used_at: used_at?.toISOString() ?? null,
        })),
        passkeysOffered: ceremony.offered,
        recoveryCodesLeft: await countUnusedRecoveryCodes(db, account.id),
        required: requireAdminFactor && account.role === 'admin',
        weakPassword: account.weak_password,
        hasPassword: account.password_hash !== null,
      };
    },

    /** Returns ten new codes, to be shown once; the earlier ones become void. */
    async renewRecoveryCodes(trx: Knex.Transaction, userId: number): Promise<string[]> {
      const { codes, rows } = newRecoveryCodes(now());
      await replaceRecoveryCodes(trx, userId, rows);
      return codes;
    },

    /** Returns new recovery codes when the first factor is added, undefined otherwise. */
    async codesOfFirst(trx: Knex.Transaction, userId: number): Promise<string[] | undefined> {
      if ((await methodsOf(userId, trx)).length > 1 || (await countUnusedRecoveryCodes(trx, userId)) > 0)
        return undefined;
      return this.renewRecoveryCodes(trx, userId);
    },

    async dropCodesOfLast(trx: Knex.Transaction, userId: number): Promise<void> {
      if ((await methodsOf(userId, trx)).length === 0) await replaceRecoveryCodes(trx, userId, []);
    },

    /** Removes all factors of a user who has lost them; can be run only on the server itself. */
    async reset(trx: Knex.Transaction, account: Account): Promise<void> {
      await deleteAllFactors(trx, account.id);
      await recordAndNotify(trx, account, 'factors_reset');
    },
  };
}
export type Factors = ReturnType<typeof createFactors>;
