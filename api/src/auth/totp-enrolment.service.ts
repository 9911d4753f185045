import { randomUUID } from 'node:crypto';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import type { Secrets } from '@ostatok/kit/node/secrets.ts';
import type { TotpOffer } from '../../contract/account.endpoints.ts';
import type { Confirmation } from '../../contract/sign-in.ts';
import type { Caller } from '../access/callers.ts';
import type { Accounts } from '../account/account.service.ts';
import type { Attempts } from './attempts.ts';
import type { Confirm } from './confirmation.service.ts';
import { requireVerifiedFirst } from './credentials.ts';
import type { FactorChange } from './factor-change.ts';
import { confirmTotp, deleteTotp, findTotp, offerTotp, takeTotpStep } from './factors.queries.ts';
import type { Factors } from './factors.service.ts';
import { newTotpSecret, stepOf, TOTP_PURPOSE, totpOffer } from './totp.ts';

/** A secret that was shown but not confirmed expires after so long, so that it cannot be guessed at leisure. */
const OFFER_MS = 30 * 60_000;

interface TotpEnrolmentDeps {
  db: Knex;
  secrets: Secrets;
  accounts: Accounts;
  attempts: Attempts;
  confirmation: Confirm;
  factors: Factors;
  change: FactorChange;
  now: () => Date;
}

/** Adds and removes the codes of an authenticator app. */
export function createTotpEnrolment(deps: TotpEnrolmentDeps) {
  const { db, secrets, accounts, attempts, confirmation, factors, change, now } = deps;
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

    async confirmTotp(caller: Caller, code: string): Promise<{ recoveryCodes?: string[] }> {
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
        await factors.recordAndNotify(trx, account, 'totp_added');
        return { recoveryCodes: await factors.codesOfFirst(trx, userId) };
      });
    },

    async removeTotp(caller: Caller, { password }: Confirmation): Promise<void> {
      const account = await confirmation.require(caller, password);
      await change(caller, async (trx) => {
        if (!(await deleteTotp(trx, account.id))) throw new NotFound('Вход с кодом уже выключен', 'totp_off');
        await factors.dropCodesOfLast(trx, account.id);
        await factors.recordAndNotify(trx, account, 'totp_removed');
      });
    },
  };
}
