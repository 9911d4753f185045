import { networkOf } from '@ostatok/kit/node/addresses.ts';
import { createAttempts as createCounters, type Limit } from '@ostatok/kit/node/attempts.ts';
import { signInLimits } from '@ostatok/kit/node/sign-in-limits.ts';
import { requestIp } from '../request-context.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

export const defaultLimits = {
  ...signInLimits,
  providerAddress: { points: 60, duration: 15 * MINUTE },
  registerAddress: { points: 100, duration: HOUR },
  registerSite: { points: 1000, duration: HOUR },
  /** Letters sent at somebody's asking: to one account from one address, to one account from anywhere, from one address. */
  letterPair: { points: 5, duration: HOUR },
  letterAccount: { points: 10, duration: HOUR },
  letterAddress: { points: 50, duration: HOUR },
  letterSite: { points: 500, duration: HOUR },
  /** To an account that is asked for from everywhere: each address may ask once yet, all together so often. */
  letterAttackedPair: { points: 1, duration: HOUR },
  letterAttacked: { points: 20, duration: HOUR },
  /** From a browser that has signed in to this account before, whatever others do. */
  letterDevice: { points: 5, duration: HOUR },
  /** Changes of how somebody signs in, each of which is told by letter. */
  changeAccount: { points: 20, duration: HOUR },
  changeAddress: { points: 100, duration: HOUR },
  /** Of one sign-in: whoever holds another one cannot use these up. */
  passwordSession: { points: 10, duration: 15 * MINUTE },
  /** Wrong codes of a second factor, which only whoever has the first can send. */
  factorPair: { points: 10, duration: 15 * MINUTE },
  factorAccount: { points: 20, duration: HOUR },
  factorDevice: { points: 10, duration: 15 * MINUTE },
  /** Wrong codes of a factor that is being set up, of one sign-in: a thief of one uses up nobody else's. */
  factorSession: { points: 10, duration: 15 * MINUTE },
  /** Questions put to whoever may hold a passkey. */
  passkeyAddress: { points: 60, duration: 15 * MINUTE },
  passkeySite: { points: 600, duration: 15 * MINUTE },
} satisfies Record<string, Limit>;
export type LimitName = keyof typeof defaultLimits;

export const createAttempts = (limits: Record<LimitName, Limit> = defaultLimits) => createCounters(limits);
export type Attempts = ReturnType<typeof createAttempts>;

/** What a change that is told by letter counts as: who registers somebody else's address must not have them written to without end. */
export const toldChange = (userId: number) => ({
  changeAddress: networkOf(requestIp()),
  changeAccount: String(userId),
});
