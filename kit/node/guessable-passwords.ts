import { setTimeout as sleep } from 'node:timers/promises';
import { createFairLimit, type Visitor } from './fair-limit.ts';
import { loadEstimate } from './password-estimate.ts';

/** Attackers try these first: the commonest passwords, their variations, rows of keys, repetitions, dates. */
const GUESSES = 1e5;
/** Shorter words of a person's name or address occur in every password. */
const SHORTEST_WORD = 3;

const CYRILLIC = 'ёйцукенгшщзхъфывапролджэячсмитьбю';
const LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const OUR_NAME = ['ostatok', 'остаток'];

/** Converts Cyrillic letters to the keys of a Latin keyboard: «йцукен» becomes «qwerty», «пароль» becomes «gfhjkm». */
const asLatinKeys = (text: string): string =>
  Array.from(text.toLowerCase(), (sign) => LATIN[CYRILLIC.indexOf(sign)] ?? sign).join('');

/** The words of a known fact about a person: their address, name or company. */
const wordsOf = (known: string): string[] => [
  known,
  ...known.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= SHORTEST_WORD),
];

/** Estimates in this thread, then pauses as long as the estimate took, so that other work can run. */
function estimateHere(): (texts: string[], words: string[]) => Promise<number> {
  let loaded: ReturnType<typeof loadEstimate> | undefined;
  return async (texts, words) => {
    loaded ??= loadEstimate();
    const estimate = await loaded;
    const started = performance.now();
    const guesses = estimate(texts, words);
    await sleep(performance.now() - started);
    return guesses;
  };
}

const STRANGER: Visitor = { key: 'stranger' };

/** Checks passwords one after another; `estimate` returns how many guesses the likeliest of the texts takes. */
export function createGuesses(estimate: (texts: string[], words: string[]) => Promise<number> = estimateHere()) {
  const limit = createFairLimit({ atOnce: 1, mayWait: 48 });

  /**
   * Whether the password is among those that are guessed first; `personal` is what a stranger knows about its owner.
   * Throws Unavailable when too many are waiting.
   */
  return function isGuessable(
    password: string,
    personal: (string | null | undefined)[] = [],
    visitor = STRANGER,
  ): Promise<boolean> {
    const known = [...OUR_NAME, ...personal.flatMap((one) => wordsOf(one ?? ''))].filter(Boolean);
    const words = [...new Set(known.flatMap((word) => [word.toLowerCase(), asLatinKeys(word)]))];
    const texts = [...new Set([password.toLowerCase(), asLatinKeys(password)])];
    return limit(visitor, async () => (await estimate(texts, words)) < GUESSES);
  };
}
