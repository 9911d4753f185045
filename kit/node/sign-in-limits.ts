import { networkOf, siteOf } from './addresses.ts';
import type { Attempts, Limit } from './attempts.ts';

const QUARTER_HOUR = 15 * 60;

export const signInLimits = {
  /** Failed sign-ins: to one account from one address, to one account from anywhere, from one address. */
  signInPair: { points: 10, duration: QUARTER_HOUR },
  signInAccount: { points: 50, duration: QUARTER_HOUR },
  signInAddress: { points: 100, duration: QUARTER_HOUR },
  /** Failed sign-ins from all networks that one IPv6 visitor may hold. */
  signInSite: { points: 1000, duration: QUARTER_HOUR },
  /**
   * Failed sign-ins to an account under attack: each address may try twice more, and all addresses together have this
   * limit.
   */
  signInAttackedPair: { points: 2, duration: QUARTER_HOUR },
  signInAttacked: { points: 500, duration: QUARTER_HOUR },
  /** Failed sign-ins from a browser that has signed in to this account before, whatever others do. */
  signInDevice: { points: 10, duration: QUARTER_HOUR },
} satisfies Record<string, Limit>;
type SignInLimit = keyof typeof signInLimits;

export interface SignInAttempt {
  account: string;
  ip: string;
  /** Set when the browser has signed in to this account before. */
  deviceId?: string | undefined;
}

/**
 * Decides whether a password may be tried now. Failures are counted by account and address together, so that a
 * stranger's failures lock out the stranger and not the account's owner.
 */
export function createSignInLimits(attempts: Attempts<SignInLimit>) {
  type Counted = { [key in SignInLimit]?: string | undefined };
  /**
   * How many times an account's password was replaced: guesses at earlier passwords no longer count, from any address.
   */
  const replaced = new Map<string, number>();
  const ofPassword = (key: string, account: string): string => `${key}#${replaced.get(account) ?? 0}`;

  async function countStranger(name: string, ip: string): Promise<Counted> {
    const address = networkOf(ip);
    const account = ofPassword(name, name);
    const pair = `${account}|${address}`;
    // the address is checked first: a flood of made-up accounts is rejected there and fills no memory
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
    /** For an attempt that succeeded or was never checked. */
    forgive: attempts.forgive,
    /** For an account whose password was replaced by somebody who need not know the previous one. */
    forget: (account: string): void => void replaced.set(account, (replaced.get(account) ?? 0) + 1),
  };
}
export type SignInLimits = ReturnType<typeof createSignInLimits>;
