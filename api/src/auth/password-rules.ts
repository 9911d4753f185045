import { join } from 'node:path';
import { ADMIN_PASSWORD_LENGTH, type UserRole } from '@ostatok/api/contract/auth.ts';
import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import type { Visitor } from '@ostatok/kit/node/fair-limit.ts';
import { createGuesses } from '@ostatok/kit/node/guessable-passwords.ts';
import { createIdleThread } from '@ostatok/kit/node/idle-thread.ts';
import type { Looked } from './password-thread.ts';

/** The owner of the new password, with the facts about them that a stranger may know. */
export interface PasswordOwner {
  role: UserRole;
  email: string;
  name: string;
  company_name?: string | null;
}

const TOO_SHORT = `Пароль администратора — не короче ${ADMIN_PASSWORD_LENGTH} символов. Подойдут три-четыре случайных слова`;
const GUESSABLE = 'Такой пароль подбирают в числе первых. Придумайте другой: подойдут три-четыре случайных слова';

const estimate = createIdleThread<Looked, number>(join(import.meta.dirname, 'password-thread.ts'), {
  heapMb: 64,
  idleMs: 30_000,
  longestMs: 15_000,
});
const isGuessable = createGuesses((texts, words) => estimate({ texts, words }));

/**
 * Returns a sentence about the password's weakness, or undefined. The contract has already checked the length for
 * owners.
 */
export async function weaknessOf(
  password: string,
  owner: PasswordOwner,
  visitor: Visitor = { key: owner.email, known: true },
): Promise<string | undefined> {
  if (owner.role === 'admin' && Array.from(password).length < ADMIN_PASSWORD_LENGTH) return TOO_SHORT;
  return (await isGuessable(password, [owner.email, owner.name, owner.company_name], visitor)) ? GUESSABLE : undefined;
}

const GUESSABLE_IN_VENUE =
  'Пароль администратора заведения подбирают в числе первых. Задайте другой или оставьте поле пустым: создадим надёжный';

const refuse = (field: string, weakness: string | undefined): void => {
  if (weakness) throw new InvalidInput(weakness, { [field]: weakness }, 'weak_password');
};

/** Checks a password before it is set; `field` is its name in the form. Throws InvalidInput, Unavailable. */
export async function requireStrong(
  field: string,
  password: string,
  owner: PasswordOwner,
  visitor?: Visitor,
): Promise<void> {
  refuse(field, await weaknessOf(password, owner, visitor));
}

/**
 * Checks the password of a tenant's administrator; `known` is what the owner has entered beside it. Throws
 * InvalidInput, Unavailable.
 */
export async function requireUnguessable(
  field: string,
  password: string,
  known: string[],
  visitor: Visitor,
): Promise<void> {
  refuse(field, (await isGuessable(password, known, visitor)) ? GUESSABLE_IN_VENUE : undefined);
}
