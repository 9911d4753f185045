import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict } from '@ostatok/kit/node/errors.ts';
import type { Secrets } from '@ostatok/kit/node/secrets.ts';
import type { Confirmation } from '../../contract/sign-in.ts';
import type { Caller } from '../access/callers.ts';
import type { Accounts } from '../account/account.service.ts';
import type { Attempts } from './attempts.ts';
import type { Challenges } from './challenges.service.ts';
import type { Confirm } from './confirmation.service.ts';
import { createFactorChange } from './factor-change.ts';
import type { Factors } from './factors.service.ts';
import type { PasskeyCeremony } from './passkey-ceremony.ts';
import { createPasskeyEnrolment } from './passkey-enrolment.service.ts';
import type { Sessions } from './sessions.service.ts';
import { createTotpEnrolment } from './totp-enrolment.service.ts';

interface EnrolmentOptions {
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

/** Adds and removes second factors. Each change requires the password first. */
export function createEnrolment({ now = () => new Date(), ...clients }: EnrolmentOptions) {
  const { confirmation, factors } = clients;
  const change = createFactorChange({ ...clients, now });
  const deps = { ...clients, change, now };
  return {
    ...createTotpEnrolment(deps),
    ...createPasskeyEnrolment(deps),

    async renewRecoveryCodes(caller: Caller, { password }: Confirmation): Promise<string[]> {
      const account = await confirmation.require(caller, password);
      return change(caller, async (trx) => {
        if ((await factors.methodsOf(account.id, trx)).length === 0)
          throw new Conflict('no_factor', 'Сначала включите вход с кодом или добавьте ключ доступа');
        await factors.recordAndNotify(trx, account, 'recovery_codes');
        return factors.renewRecoveryCodes(trx, account.id);
      });
    },
  };
}
export type Enrolment = ReturnType<typeof createEnrolment>;
