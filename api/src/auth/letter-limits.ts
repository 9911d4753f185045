import { networkOf, siteOf } from '@ostatok/kit/node/addresses.ts';
import type { Attempts } from './attempts.ts';

export interface AskedLetter {
  email: string;
  ip: string;
  /** The browser has signed in to this account before. */
  deviceId?: string | undefined;
}

/**
 * Who may have a letter sent to an address now. Letters are counted by account and visitor together, so that a stranger
 * who asks for many keeps their owner from none, and all strangers together fill nobody's mailbox.
 */
export const countLetter = async (attempts: Attempts, { email, ip, deviceId }: AskedLetter): Promise<void> => {
  if (deviceId !== undefined) return attempts.count({ letterDevice: `${deviceId}|${email}` });
  const letterPair = `${email}|${networkOf(ip)}`;
  // the visitor first: a flood of addresses fills no memory
  await attempts.count({ letterAddress: networkOf(ip), letterSite: siteOf(ip), letterPair });
  if (await attempts.tryCount('letterAccount', email)) return;
  await attempts.count({ letterAttackedPair: letterPair, letterAttacked: email });
};
