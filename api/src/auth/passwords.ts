import { compare, hash } from '@node-rs/bcrypt';

const ROUNDS = 10;
/** The hash of a password nobody knows: an unknown address takes as long to refuse as a wrong password. */
const nobody = hash(crypto.randomUUID(), { cost: ROUNDS });

export const hashPassword = (password: string): Promise<string> => hash(password, { cost: ROUNDS });

export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const same = await compare(password, stored ?? (await nobody));
  return same && typeof stored === 'string';
}
