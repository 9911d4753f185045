import { networkOf } from '@ostatok/kit/node/addresses.ts';
import { type CreateAttemptStore, createAttempts as createCounters, type Limit } from '@ostatok/kit/node/attempts.ts';
import { signInLimits } from '@ostatok/kit/node/sign-in-limits.ts';
import { requestIp } from '../platform/request-context.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** How long a sign-in may stay at a provider. */
export const STATE_MINUTES = 10;

export const defaultLimits = {
  ...signInLimits,
  providerAddress: { points: 60, duration: 15 * MINUTE },
  registerAddress: { points: 100, duration: HOUR },
  registerSite: { points: 1000, duration: HOUR },
  /**
   * Letters that a visitor requests. Pair: to one account from one address; Account: to one account from anywhere;
   * Address and Site: from one address and one IPv6 /48.
   */
  letterPair: { points: 5, duration: HOUR },
  letterAccount: { points: 10, duration: HOUR },
  letterAddress: { points: 50, duration: HOUR },
  letterSite: { points: 500, duration: HOUR },
  /**
   * Limits for an account whose letterAccount limit is used up: each address may request one more letter, all addresses
   * together 20.
   */
  letterAttackedPair: { points: 1, duration: HOUR },
  letterAttacked: { points: 20, duration: HOUR },
  /** Letters requested from a browser that has signed in to this account before; requests of others do not count. */
  letterDevice: { points: 5, duration: HOUR },
  /** Changes of sign-in methods, each of which sends a letter. */
  changeAccount: { points: 20, duration: HOUR },
  changeAddress: { points: 100, duration: HOUR },
  /** Wrong passwords of one session, so that one session cannot use up the limit of another. */
  passwordSession: { points: 10, duration: 15 * MINUTE },
  /** Wrong codes of a second factor, which can be sent only after the first factor was right. */
  factorPair: { points: 10, duration: 15 * MINUTE },
  factorAccount: { points: 20, duration: HOUR },
  factorDevice: { points: 10, duration: 15 * MINUTE },
  /** Of all known devices of an account: whoever has the password alone could make many before the factor was set up. */
  factorDevices: { points: 100, duration: HOUR },
  /**
   * Wrong codes while a factor is being set up, per session, so that a stolen session cannot use up the limit of
   * another.
   */
  factorSession: { points: 10, duration: 15 * MINUTE },
  /** Requests for passkey challenges. */
  passkeyAddress: { points: 60, duration: 15 * MINUTE },
  passkeySite: { points: 600, duration: 15 * MINUTE },
  /** A provider's answer to one sign-in is good once, for as long as its state is valid. */
  providerState: { points: 1, duration: STATE_MINUTES * MINUTE },
} satisfies Record<string, Limit>;
export type LimitName = keyof typeof defaultLimits;

export const createAttempts = (createStore: CreateAttemptStore, limits: Record<LimitName, Limit> = defaultLimits) =>
  createCounters(limits, createStore);
export type Attempts = ReturnType<typeof createAttempts>;

/**
 * The limits for a change that sends a letter: a user who has registered with another person's address must not flood
 * that address with letters.
 */
export const changeWithLetter = (userId: number) => ({
  changeAddress: networkOf(requestIp()),
  changeAccount: String(userId),
});
