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
  /**
   * Failed sign-ins from all such browsers together: whoever knew an earlier password could make many. Beyond it a known
   * browser counts as a stranger, so that its owner is not locked out.
   */
  signInDevices: { points: 50, duration: QUARTER_HOUR },
} satisfies Record<string, Limit>;
type SignInLimit = keyof typeof signInLimits;

export interface SignInAttempt {
  account: string;
  ip: string;
  /** Set when the browser has signed in to this account before. */
  deviceId?: string | undefined;
}

/** How many times the password of each account was replaced, in this process's memory. */
export function createReplacements() {
  const counts = new Map<string, number>();
  return {
    of: async (account: string): Promise<number> => counts.get(account) ?? 0,
    add: (account: string): void => void counts.set(account, (counts.get(account) ?? 0) + 1),
  };
}

/**
 * Decides whether a password may be tried now. Failures are counted by account and address together, so that a
 * stranger's failures lock out the stranger and not the account's owner.
 *
 * `replacementsOf` returns how many times the account's password was replaced by somebody who need not know the
 * previous one: guesses at earlier passwords no longer count, from any address.
 */
export function createSignInLimits(
  attempts: Attempts<SignInLimit>,
  replacementsOf: (account: string) => Promise<number>,
) {
  type Counted = { [key in SignInLimit]?: string | undefined };
  const ofPassword = async (key: string, account: string): Promise<string> => `${key}#${await replacementsOf(account)}`;

  async function countStranger(name: string, ip: string): Promise<Counted> {
    const address = networkOf(ip);
    const visitor = { signInAddress: address, signInSite: siteOf(ip) };
    // the address is checked first: a flood of made-up accounts is rejected there and fills no memory
    await attempts.count(visitor);
    const account = await ofPassword(name, name);
    const pair = `${account}|${address}`;
    await attempts.count({ signInPair: pair });
    const keys = { ...visitor, signInPair: pair };
    if (await attempts.tryCount('signInAccount', account)) return { ...keys, signInAccount: account };
    const attacked = { signInAttackedPair: pair, signInAttacked: account };
    await attempts.count(attacked);
    return { ...keys, ...attacked };
  }

  return {
    /** Counts the attempt before it is made. Throws TooMany. */
    async count({ account, ip, deviceId }: SignInAttempt): Promise<Counted> {
      if (deviceId === undefined) return countStranger(account, ip);
      const own = { signInDevice: await ofPassword(deviceId, account) };
      await attempts.count(own);
      const all = await ofPassword(account, account);
      if (await attempts.tryCount('signInDevices', all)) return { ...own, signInDevices: all };
      return { ...own, ...(await countStranger(account, ip)) };
    },
    /** For an attempt that succeeded or was never checked. */
    forgive: attempts.forgive,
  };
}
export type SignInLimits = ReturnType<typeof createSignInLimits>;
