import { networkOf, siteOf } from '@ostatok/kit/node/addresses.ts';
import type { Attempts } from './attempts.ts';

export interface AskedLetter {
  email: string;
  ip: string;
  /** The browser has signed in to this account before. */
  deviceId?: string | undefined;
}

/** A letter to an account counts for it and its visitor together; beyond that all visitors have a few more between them. */
async function countLetterTo(attempts: Attempts, { email, ip }: AskedLetter): Promise<void> {
  const letterPair = `${email}|${networkOf(ip)}`;
  await attempts.count({ letterPair });
  if (await attempts.tryCount('letterAccount', email)) return;
  await attempts.count({ letterAttackedPair: letterPair, letterAttacked: email });
}

/**
 * Who may have a letter sent to an address now. Letters are counted by account and visitor together, so that a stranger
 * who asks for many keeps their owner from none, and all strangers together fill nobody's mailbox.
 */
export async function countLetter(attempts: Attempts, asked: AskedLetter): Promise<void> {
  const { email, ip, deviceId } = asked;
  if (deviceId !== undefined) return attempts.count({ letterDevice: `${deviceId}|${email}` });
  // the visitor first: a flood of addresses fills no memory
  await attempts.count({ letterAddress: networkOf(ip), letterSite: siteOf(ip) });
  await countLetterTo(attempts, asked);
}

/** The letter of a registration, whose visitor is counted as one who registers: an office has many. */
export const countFirstLetter = countLetterTo;
