import { networkOf, siteOf } from '@ostatok/kit/node/addresses.ts';
import type { Attempts } from './attempts.ts';

export interface AskedLetter {
  email: string;
  ip: string;
  /** Set when the browser has signed in to this account before. */
  deviceId?: string | undefined;
}

/** Counts a letter per account and visitor. Beyond the account's limit all visitors together have a few more. */
async function countLetterTo(attempts: Attempts, { email, ip }: AskedLetter): Promise<void> {
  const letterPair = `${email}|${networkOf(ip)}`;
  await attempts.count({ letterPair });
  if (await attempts.tryCount('letterAccount', email)) return;
  await attempts.count({ letterAttackedPair: letterPair, letterAttacked: email });
}

/**
 * Limits the letters that visitors request to an address. They are counted per account and visitor, so that a stranger
 * cannot block the owner's letters, and all strangers together cannot flood the mailbox.
 */
export async function countLetter(attempts: Attempts, asked: AskedLetter): Promise<void> {
  const { email, ip, deviceId } = asked;
  if (deviceId !== undefined) return attempts.count({ letterDevice: `${deviceId}|${email}` });
  // the visitor is counted first, so that a flood of addresses does not fill the memory with counters
  await attempts.count({ letterAddress: networkOf(ip), letterSite: siteOf(ip) });
  await countLetterTo(attempts, asked);
}

/**
 * For a registration's letter: the visitor is already counted by the limits of registration, since many may share an
 * office's address.
 */
export const countFirstLetter = countLetterTo;
