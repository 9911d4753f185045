import { wordsOf } from '@ostatok/kit/names/words.ts';
import type { FoundItem, Names } from '../items/find-item.ts';
import { areForms } from '../items/word-forms.ts';
import { isLevelWord } from './grammar/stock-level.ts';
import { directionOf } from './grammar/verbs.ts';
import type { Pause } from './pause.ts';

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

/** Fewer letters stand within too many words, as «или» in «Базилик» and «кила» in «Текила». */
const LEAST_WITHIN = 5;
/** The letters by which a shorter word, whatever its ending, must begin a word of the name; of slang, as «джемика», more. */
const BEGINNING = 3;
const SLANG_BEGINNING = 4;

function beginsAlike({ name }: FoundItem, run: string, letters: number): boolean {
  const [first = ''] = wordsOf(run);
  return wordsOf(name).some((word) => word.startsWith(first.slice(0, letters)) || areForms(first, word));
}

/** Tells whether a short word stands only within a word of the name, as «ИНН» in «Гиннесс» does. */
const isAmidWord = (run: string, item: FoundItem): boolean =>
  run.length < LEAST_WITHIN && !beginsAlike(item, run, BEGINNING);

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
      // The only one of several is an item that a word resembles without telling it: «новую» is not «Новая Зеландия».
      if (one.kind === 'several') (one.items.length > 1 ? spelt : unsure).push({ run, items: one.items });
      else if (one.kind === 'one' && !isAmidWord(run, one.item))
        (one.how === 'spelling' ? unsure : spelt).push({ run, items: [one.item] });
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

/** The most words read of a text; a longer one is a story. */
const MOST_READ = 24;
/** The most items of one text; one that names more has to be written line by line. */
const MOST_ITEMS = 6;
/** Returns the items that the words name as a whole, however many. */
function itemsCalled(run: string, names: Names): FoundItem[] {
  const found = names.find(run);
  if (found.kind === 'none') {
    return run.length >= LEAST_WITHIN ? found.nearest.filter((item) => beginsAlike(item, run, SLANG_BEGINNING)) : [];
  }
  const items = found.kind === 'one' ? [found.item] : found.items;
  if (run.length >= LEAST_WITHIN || (found.kind === 'one' && found.how === 'exact')) return items;
  return items.filter((item) => beginsAlike(item, run, BEGINNING));
}

/** Returns the items that the first word names, or the first two if one is not enough, and the number of words. */
function calledFirst([word = '', next]: string[], names: Names): { items: FoundItem[]; length: number } {
  const items = itemsCalled(word, names);
  const both = items.length > 1 && next ? `${word} ${next}` : '';
  // Names that only resemble both words leave out others that the first one names.
  const narrower = both && names.find(both).kind !== 'none' ? itemsCalled(both, names) : [];
  return narrower.length > 0 ? { items: narrower, length: 2 } : { items, length: 1 };
}

/**
 * Returns the items that a text names, wherever their names stand in it; none if it names more than one question can
 * hold.
 */
export async function itemsNamed(text: string, names: Names, pause: Pause): Promise<FoundItem[]> {
  const words = tellingOf(text.match(/\p{L}[\p{L}\p{N}-]{2,}/gu) ?? []);
  if (words.length > MOST_READ) return [];
  const items = new Map<number, FoundItem>();
  for (let from = 0; from < words.length; ) {
    await pause();
    const called = calledFirst(words.slice(from), names);
    if (called.items.length <= MOST_ITEMS) for (const item of called.items) items.set(item.id, item);
    from += called.length;
  }
  return items.size > MOST_ITEMS ? [] : [...items.values()];
}
