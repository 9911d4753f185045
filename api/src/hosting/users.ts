import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { findUser, type Owner } from '@ostatok/kit/node/system-users.ts';

/** User ids that neither people nor containers have (systemd.io/UIDS-GIDS). */
const FIRST = 0x7000_0000;
const SLOTS = 15_360;
/** The user ids of one installation: its own, and one for each tenant that it has ever had. */
const SLOT = 16_384;
export const MOST_VENUES = SLOT - 1;

/**
 * Returns the first user id of the installation in this folder: two installations on one machine share none, but for a
 * rare chance. The folder's owner preserves it when the folder is moved.
 */
export function uidBaseOf(home: string): number {
  const { uid } = statSync(home);
  const place = uid - FIRST;
  if (place >= 0 && place < SLOTS * SLOT && place % SLOT === 0) return uid;
  return FIRST + (createHash('sha256').update(home).digest().readUInt32BE() % SLOTS) * SLOT;
}

export const isVenueNumber = (number: unknown): number is number =>
  Number.isInteger(number) && Number(number) >= 1 && Number(number) <= MOST_VENUES;

/** A setting that root must not start with; the message is Russian. */
export class RootRefused extends Error {}

/** The user that a platform started by root continues as: `OSTATOK_USER`, else an unused user id. */
export async function serviceUser(name: string | undefined, home: string): Promise<Owner> {
  if (name === undefined) return { uid: uidBaseOf(home), gid: uidBaseOf(home) };
  const found = await findUser(name);
  if (!found) throw new RootRefused(`OSTATOK_USER: нет пользователя ${name}. Создайте его: useradd --system ${name}`);
  if (found.uid === 0) throw new RootRefused('OSTATOK_USER: нужен обычный пользователь, а не root');
  return found;
}
