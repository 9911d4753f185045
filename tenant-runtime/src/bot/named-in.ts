import type { FoundItem, Names } from '../items/find-item.ts';
import { isLevelWord } from './grammar/stock-level.ts';
import { directionOf } from './grammar/verbs.ts';

/** The most words to ignore at the ends of the text that are not part of a name, such as «вчера» and «Лёша». */
const MOST_LEFT_OUT = 2;
const SMALL_WORD =
  /^(?:и|а|в|во|на|с|со|из|от|за|по|у|нас|мы|я|там|тут|здесь|бар[ае]?|склад[ае]?|зал[ае]?|подсобк[аеи]|кухн[яеюи]|холодильник[ае]?|бармен|официант|повар|гост[ьюя]?|ещё|еще|уже|всего|только|примерно|около|вроде|типа|сегодня|вчера|сейчас|вечер|ночь|смену|пожалуйста|то|это)$/iu;

/** Returns the words that may name an item, without small words and words that give a direction. */
export const tellingOf = (words: string[]): string[] =>
  words.filter((word) => !SMALL_WORD.test(word) && !isLevelWord(word) && !directionOf(word));

export interface Named {
  items: FoundItem[];
  /** The words that name the items. */
  run: string;
}

/** Returns all sequences of `length` consecutive words. */
const runsOf = (words: string[], length: number): string[] =>
  Array.from({ length: words.length - length + 1 }, (_, from) => words.slice(from, from + length).join(' '));

/**
 * Returns the items that the longest sequence of words names, as written or, failing that, misspelt; `rivals` where
 * sequences name different items.
 */
export function namedIn(telling: string[], names: Names): Named | 'rivals' | undefined {
  const shortest = Math.max(1, telling.length - MOST_LEFT_OUT);
  const misspelt: Named[][] = [];
  for (let length = telling.length; length >= shortest; length--) {
    const found = runsOf(telling, length).flatMap((run) =>
      /\p{L}{3}/u.test(run) ? [{ run, found: names.find(run) }] : [],
    );
    const spelt: Named[] = [];
    const unsure: Named[] = [];
    for (const { run, found: one } of found) {
      if (one.kind === 'several') spelt.push({ run, items: one.items });
      else if (one.kind === 'one') (one.how === 'spelling' ? unsure : spelt).push({ run, items: [one.item] });
    }
    if (spelt.length > 0) return only(spelt);
    misspelt.push(unsure);
  }
  const longest = misspelt.find((unsure) => unsure.length > 0);
  return longest && only(longest);
}

function only([first, ...others]: Named[]): Named | 'rivals' | undefined {
  const isSame = others.every(({ items }) => items.every(({ id }) => first?.items.some((item) => item.id === id)));
  return isSame ? first : 'rivals';
}
