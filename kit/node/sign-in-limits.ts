import { networkOf, siteOf } from './addresses.ts';
import type { Attempts, Limit } from './attempts.ts';

const QUARTER_HOUR = 15 * 60;

export const signInLimits = {
  /** Failed sign-ins: to one account from one address, to one account from anywhere, from one address. */
  signInPair: { points: 10, duration: QUARTER_HOUR },
  signInAccount: { points: 50, duration: QUARTER_HOUR },
  signInAddress: { points: 100, duration: QUARTER_HOUR },
  /** From all that one IPv6 visitor may hold. */
  signInSite: { points: 1000, duration: QUARTER_HOUR },
  /** To an account that is attacked from everywhere: each address may try twice yet, all together so often. */
  signInAttackedPair: { points: 2, duration: QUARTER_HOUR },
  signInAttacked: { points: 500, duration: QUARTER_HOUR },
  /** From a browser that has signed in to this account before, whatever others do. */
  signInDevice: { points: 10, duration: QUARTER_HOUR },
} satisfies Record<string, Limit>;
type SignInLimit = keyof typeof signInLimits;

export interface SignInAttempt {
  account: string;
  ip: string;
  /** The browser has signed in to this account before. */
  deviceId?: string | undefined;
}

/**
 * Who may try a password now. Failures are counted by account and address together, so that a stranger's keep the
 * stranger out and not whose account it is.
 */
export function createSignInLimits(attempts: Attempts<SignInLimit>) {
  type Counted = { [key in SignInLimit]?: string | undefined };
  /** How many passwords of an account were replaced: guesses at those that are gone count no more, wherever they came from. */
  const replaced = new Map<string, number>();
  const ofPassword = (key: string, account: string): string => `${key}#${replaced.get(account) ?? 0}`;

  async function countStranger(name: string, ip: string): Promise<Counted> {
    const address = networkOf(ip);
    const account = ofPassword(name, name);
    const pair = `${account}|${address}`;
    // the address first: refused there, a flood of made-up accounts fills no memory
    const keys = { signInAddress: address, signInSite: siteOf(ip), signInPair: pair };
    await attempts.count(keys);
    if (await attempts.tryCount('signInAccount', account)) return { ...keys, signInAccount: account };
    const attacked = { signInAttackedPair: pair, signInAttacked: account };
    await attempts.count(attacked);
    return { ...keys, ...attacked };
  }

  return {
    /** Counts the attempt before it is made. Throws TooMany. */
    async count({ account, ip, deviceId }: SignInAttempt): Promise<Counted> {
      if (deviceId === undefined) return countStranger(account, ip);
      const keys = { signInDevice: ofPassword(deviceId, account) };
      await attempts.count(keys);
      return keys;
    },
    /** It succeeded, or was never looked at. */
    forgive: attempts.forgive,
    /** The account has another password, set by somebody who need not know the one before. */
    forget: (account: string): void => void replaced.set(account, (replaced.get(account) ?? 0) + 1),
  };
}
export type SignInLimits = ReturnType<typeof createSignInLimits>;
