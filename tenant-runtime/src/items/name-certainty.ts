import { distance, lettersOf } from '@ostatok/kit/names/distance.ts';
import { soundOf } from '@ostatok/kit/names/sound.ts';
import { isNumber, wordsOf } from '@ostatok/kit/names/words.ts';
import { type Entry, takesEach } from './name-entries.ts';
import { isCyrillic } from './vocabulary.ts';

/** The fewest letters of a certain name; fewer may begin anything. */
const MIN_LETTERS = 3;
/** The most characters of a name that the chat teaches. */
const MAX_LENGTH = 60;
/** Between alphabets one vowel may differ in a word of at least this length: «Jameson», «Джемесон». */
const LONG_CODE = 5;
const ONE_VOWEL = 0.4;

const listed = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Words for products made of something else; the name of the ingredient alone may mean the ingredient itself. */
const MADE = listed(`сок сироп пюре нектар морс лимонад ликер настойка чай варенье джем топпинг соус смузи фреш кордиал
  экстракт биттер мороженое газировка juice syrup puree liqueur tea bitter`);

/** Words of MADE that stand before a brand's name as often as before a fruit: «Ликёр Егермейстер». */
const BRANDED = listed('ликер настойка биттер liqueur bitter');

/** Words that many names share and that identify none: ingredients, colours, kinds. */
const SHARED =
  listed(`лимон лайм апельсин грейпфрут мандарин яблоко груша вишня черешня малина клубника голубика ежевика
  смородина клюква гранат ананас манго маракуйя персик абрикос кокос банан арбуз дыня виноград томат огурец мята базилик
  имбирь ваниль карамель корица мед шоколад орех миндаль фундук фисташка лаванда роза бузина перец соль сахар сливки
  молоко яйцо лед белое белый белая красное красный красная розовое розовый сухое сухой сладкое полусладкое полусухое
  игристое брют светлое темное темный нефильтрованное безалкогольное золотой серебряный черный черная зеленый зеленая
  блэк black вайт white голд gold сильвер silver классик классика classic зеро zero лайт light премиум premium резерв
  резерва обычный обычная обычное простой простая простое ориджинал original экстра extra драй dry блан blanc`);

const standsForMany = (word: string): boolean => SHARED.has(word) || MADE.has(word);

/** Tells whether a name says which item it is of: not a number, not two letters, and not «лимон», which is in many names. */
export function isTelling(name: string): boolean {
  const words = wordsOf(name).filter((word) => !isNumber(word));
  return words.join('').length >= 3 && !(words.length === 1 && standsForMany(words[0] ?? ''));
}

/** Tells whether the chat may teach a name. */
export const isTeachable = (name: string): boolean => name.length <= MAX_LENGTH && isTelling(name);

/** Tells whether two words are the same, in either alphabet. */
function soundsAs(word: string, known: string): boolean {
  if (word === known || isNumber(word) || isNumber(known)) return word === known;
  const [a, b] = [soundOf(word), soundOf(known)];
  if (a === b) return true;
  if (isCyrillic(word) === isCyrillic(known) || Math.min(a.length, b.length) < LONG_CODE) return false;
  return Number.isFinite(distance(lettersOf(a), lettersOf(b), ONE_VOWEL));
}

/** Tells whether the words, written as one, stand together in the name: «редбулл». */
function standsTogether(words: string[], { words: known }: Entry): boolean {
  const compact = words.join('');
  return known.some((_, from) => {
    let joined = '';
    for (let to = from; joined.length < compact.length && to < known.length; to += 1) joined += known[to];
    return joined === compact;
  });
}

/** Tells whether each word is a whole word of the item's name. */
const fitsWhole = (words: string[], entry: Entry): boolean =>
  takesEach(words, entry.words, soundsAs) || standsTogether(words, entry);

/** Tells whether these whole words of the only item that has them can mean nothing else. */
export function leavesNoDoubt(words: string[], entry: Entry): boolean {
  const spoken = words.filter((word) => !isNumber(word));
  if (spoken.join('').length < MIN_LETTERS && spoken.length === words.length) return false;
  if (spoken.length === 0 || !fitsWhole(words, entry)) return false;
  const [only] = spoken;
  if (spoken.length > 1 || only === undefined) return true;
  if (entry.words.some((word) => MADE.has(word) && !BRANDED.has(word)) && !MADE.has(only)) return false;
  return entry.words[0] === only || !SHARED.has(only);
}
