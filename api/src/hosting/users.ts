import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { findUser, type Owner } from '@ostatok/kit/node/system-users.ts';

/** Numbers that neither people nor containers have (systemd.io/UIDS-GIDS). */
const FIRST = 0x7000_0000;
const SLOTS = 15_360;
/** Users of one installation: its own, and one for each venue that it has ever had. */
const SLOT = 16_384;
export const MOST_VENUES = SLOT - 1;

/**
 * Where the users of the installation in this folder begin: two on one machine share none, but by a rare chance. The
 * folder's owner remembers it when the folder is moved.
 */
export function uidBaseOf(home: string): number {
  const { uid } = statSync(home);
  const place = uid - FIRST;
  if (place >= 0 && place < SLOTS * SLOT && place % SLOT === 0) return uid;
  return FIRST + (createHash('sha256').update(home).digest().readUInt32BE() % SLOTS) * SLOT;
}

export const isVenueNumber = (number: unknown): number is number =>
  Number.isInteger(number) && Number(number) >= 1 && Number(number) <= MOST_VENUES;

/** What root is asked to start with, and must not; said in a person's words. */
export class RootRefused extends Error {}

/** Whom a platform that was started by root goes on as: `OSTATOK_USER`, else a number that nobody has. */
export async function serviceUser(name: string | undefined, home: string): Promise<Owner> {
  if (name === undefined) return { uid: uidBaseOf(home), gid: uidBaseOf(home) };
  const found = await findUser(name);
  if (!found) throw new RootRefused(`OSTATOK_USER: нет пользователя ${name}. Создайте его: useradd --system ${name}`);
  if (found.uid === 0) throw new RootRefused('OSTATOK_USER: нужен обычный пользователь, а не root');
  return found;
}
