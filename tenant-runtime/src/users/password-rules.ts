import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import { createGuesses } from '@ostatok/kit/node/guessable-passwords.ts';

/** Here: Node's permissions, which a venue runs under, do not hold in its threads. */
const isGuessable = createGuesses();
const GUESSABLE = 'Такой пароль подбирают в числе первых. Придумайте другой: подойдут три-четыре случайных слова';

/** Before a password is set; `field` is what the form calls it, `known` what a stranger knows of whose it is. Throws InvalidInput. */
export async function requireUnguessable(field: string, password: string, known: string[]): Promise<void> {
  if (await isGuessable(password, known, { key: known[0] ?? '', known: true }))
    throw new InvalidInput(GUESSABLE, { [field]: GUESSABLE }, 'weak_password');
}
