import { randomInt } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** A hash that matches no password. It is compared when there is no such user, so that the answer takes as long. */
const NOBODY = '$2b$10$O4rD6QyxjrQEaEC5kRFGTuKoyUHausBxt5lLc3G.7okgU9Sz64iMu';

// The library is loaded at its first use, because an idle tenant needs no native code for it.
const bcrypt = () => import('@node-rs/bcrypt');

export const hashPassword = async (password: string): Promise<string> => (await bcrypt()).hash(password, { cost: 10 });

export async function passwordMatches(password: string, hash: string | null | undefined): Promise<boolean> {
  const matches = await (await bcrypt()).verify(password, hash ?? NOBODY);
  return matches && Boolean(hash);
}

/** Returns 12 random letters and digits, to be shown once. */
export const newPassword = (): string =>
  Array.from({ length: 12 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
