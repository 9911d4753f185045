import { setTimeout as sleep } from 'node:timers/promises';
import { createTurns, type Visitor } from './turns.ts';

/** What is tried first: the commonest passwords, their variations, rows of keys, repetitions, dates. */
const GUESSES = 1e5;
/** A password's length adds nothing to it beyond this, only to the time it takes to look at it. */
const LOOKED_AT = 36;
/** Shorter words of a person's name or address occur in every password. */
const SHORTEST_WORD = 3;

const CYRILLIC = 'ёйцукенгшщзхъфывапролджэячсмитьбю';
const LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const OUR_NAME = ['ostatok', 'остаток'];

/** The keys that were pressed, as a Latin keyboard names them: «йцукен» is «qwerty», «пароль» is «gfhjkm». */
const asLatinKeys = (text: string): string =>
  Array.from(text.toLowerCase(), (sign) => LATIN[CYRILLIC.indexOf(sign)] ?? sign).join('');

/** The dictionaries take some 9 MB of heap, so a process has them only once a password is set in it. */
async function loadEstimator() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: LOOKED_AT });
}
let estimator: ReturnType<typeof loadEstimator> | undefined;

/** The words of what is known of a person: their address, name, company. */
const wordsOf = (known: string): string[] => [
  known,
  ...known.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= SHORTEST_WORD),
];

/** Looking at one takes this thread for up to a tenth of a second: they go one after another, with as long for others between. */
const turns = createTurns({ atOnce: 1, mayWait: 48 });
const STRANGER: Visitor = { key: 'stranger' };

/**
 * Whether the password is among those that are guessed first; `personal` is what a stranger knows of whose it is. Throws
 * Unavailable where too many wait.
 */
export async function isGuessable(
  password: string,
  personal: (string | null | undefined)[] = [],
  visitor = STRANGER,
): Promise<boolean> {
  estimator ??= loadEstimator();
  const words = [...OUR_NAME, ...personal.flatMap((known) => wordsOf(known ?? ''))].filter(Boolean);
  const zxcvbn = await estimator;
  const inputs = [...new Set(words.flatMap((word) => [word.toLowerCase(), asLatinKeys(word)]))];
  return turns(visitor, async () => {
    const started = performance.now();
    const typed = new Set([password.toLowerCase(), asLatinKeys(password)]);
    const guessable = [...typed].some((text) => zxcvbn.check(text, inputs).guesses < GUESSES);
    await sleep(performance.now() - started);
    return guessable;
  });
}
