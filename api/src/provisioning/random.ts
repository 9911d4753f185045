import { randomInt } from 'node:crypto';

/** Letters and digits without those that look alike. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const random = (length: number, letters: string): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('');

export const randomPassword = (): string => random(12, LETTERS);
export const randomTenantId = (): string => `t${random(10, 'abcdefghijklmnopqrstuvwxyz0123456789')}`;
