import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import { createGuesses } from '@ostatok/kit/node/guessable-passwords.ts';

/**
 * This check runs in the main thread, because Node's permissions, under which a tenant runs, do not cover its worker
 * threads.
 */
const isGuessable = createGuesses();
const GUESSABLE = 'Такой пароль подбирают в числе первых. Придумайте другой: подойдут три-четыре случайных слова';

/**
 * Checks a password before it is set. `field` is the form's name for it, and `known` holds what a stranger knows about
 * its user. Throws InvalidInput.
 */
export async function requireUnguessable(field: string, password: string, known: string[]): Promise<void> {
  if (await isGuessable(password, known, { key: known[0] ?? '', known: true }))
    throw new InvalidInput(GUESSABLE, { [field]: GUESSABLE }, 'weak_password');
}
