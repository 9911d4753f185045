import { distance } from './distance.ts';
import type { NameWord } from './parse.ts';
import { isNumber } from './words.ts';

/** Two spellings of one sound. */
const ALIKE = 0.97;
/** A word that is cut off with a full stop, and one that may be. */
const CUT = 0.8;
const BEGUN = 0.7;
const SHORTEST_BEGUN = 4;
const SHORTEST_COMPARED = 3;
/** So much of a word's length may be edited; a word of which half is edited is another one. */
const MOST_EDITED = 0.4;
const ANOTHER = 0.5;

const saysSame = (a: NameWord, b: NameWord): boolean =>
  a.terms.some(
    (term) =>
      term.of !== 'noise' &&
      term.of !== 'country' &&
      b.terms.some((other) => other.of === term.of && other.is === term.is),
  );

function bySound(a: NameWord, b: NameWord): number {
  let best = 0;
  for (const one of a.sounds)
    for (const other of b.sounds) {
      const longer = Math.max(one.letters.length, other.letters.length);
      if (Math.min(one.letters.length, other.letters.length) < SHORTEST_COMPARED) continue;
      const cost = distance(one, other, longer * MOST_EDITED);
      best = Math.max(best, 1 - cost / longer / ANOTHER);
    }
  return best;
}

function beginning(short: NameWord, long: NameWord): number {
  if (!long.key.startsWith(short.key)) return 0;
  if (short.isCut) return CUT;
  return short.key.length >= SHORTEST_BEGUN ? BEGUN : 0;
}

/** How much one word says what the other does, from 0 to 1, in whichever alphabet or language. */
export function similarity(a: NameWord, b: NameWord): number {
  if (a.text === b.text) return 1;
  if (isNumber(a.text) || isNumber(b.text)) return 0;
  if (saysSame(a, b)) return 1;
  return Math.max(a.key === b.key ? ALIKE : 0, bySound(a, b), beginning(a, b), beginning(b, a));
}
