import { randomInt, randomUUID } from 'node:crypto';
import { hashToken } from '@ostatok/kit/node/secrets.ts';
import { RECOVERY_CODES } from '../../contract/sign-in.ts';

/** No letters or digits that look like another. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP = 4;

/** 79 bits: nothing to guess, so a plain hash is enough at rest. */
const newCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP }, () => SIGNS[randomInt(SIGNS.length)]).join(''),
  ).join('-');

/** As it is kept, however it was typed. */
export const recoveryHash = (typed: string): string => hashToken(typed.toLowerCase().replace(/[^a-z0-9]/g, ''));

/** Codes to be shown once, and their rows. */
export function newRecoveryCodes(at: Date) {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  const rows = codes.map((code) => ({ id: randomUUID(), code_hash: recoveryHash(code), created_at: at }));
  return { codes, rows };
}
