import { randomInt, randomUUID } from 'node:crypto';
import { hashToken } from '@ostatok/kit/node/secrets.ts';
import { RECOVERY_CODES } from '../../contract/sign-in.ts';

/** Letters and digits that do not look like others. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP = 4;

/** 79 bits cannot be guessed, so a plain hash is enough for storage. */
const newCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP }, () => SIGNS[randomInt(SIGNS.length)]).join(''),
  ).join('-');

/** The stored hash, whatever the case and the separators of the typed code. */
export const recoveryHash = (typed: string): string => hashToken(typed.toLowerCase().replace(/[^a-z0-9]/g, ''));

/** Returns codes to be shown once, and their rows. */
export function newRecoveryCodes(at: Date) {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  const rows = codes.map((code) => ({ id: randomUUID(), code_hash: recoveryHash(code), created_at: at }));
  return { codes, rows };
}
