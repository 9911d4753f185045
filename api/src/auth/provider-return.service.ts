import type { Knex } from '@ostatok/kit/node/db.ts';
import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import { hashToken, newToken } from '@ostatok/kit/node/secrets.ts';
import type { Accounts } from '../account/account.service.ts';
import type { Challenges } from './challenges.service.ts';
import type { SecondFactors } from './second-factor.service.ts';
import type { SignIn } from './signed-in.ts';

const SECONDS = 60;

interface Deps {
  db: Knex;
  accounts: Accounts;
  challenges: Challenges;
  secondFactor: Pick<SecondFactors, 'proceed'>;
}

/**
 * The last step of a sign-in through a provider. The URL carries a single-use code, good for a minute and only in the
 * browser that holds the cookie; neither is of use without the other.
 */
export function createProviderReturns({ db, accounts, challenges, secondFactor }: Deps) {
  return {
    async issue(userId: number, provider: string): Promise<{ code: string; cookie: string }> {
      const cookie = newToken();
      const code = await challenges.issue('provider_return', userId, { cookie: hashToken(cookie), provider }, SECONDS);
      return { code, cookie };
    },

    /** Throws InvalidInput, or SecondFactorRequired. */
    async redeem(code: string, cookie: string | undefined): Promise<SignIn> {
      const question = await challenges.attempt('provider_return', code);
      if (!cookie || hashToken(cookie) !== question.data.cookie)
        throw new InvalidInput('Вход начат в другом браузере. Начните заново', undefined, 'other_browser');
      await challenges.close(db, question);
      const account = await accounts.get(Number(question.user_id));
      return secondFactor.proceed(account, true, { known: true, details: `Через ${String(question.data.provider)}` });
    },
  };
}
export type ProviderReturns = ReturnType<typeof createProviderReturns>;
