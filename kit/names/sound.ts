import { isNumber, wordsOf } from './words.ts';

/**
 * Words by their sound, so that «Absolut» matches «Абсолют»: both alphabets are converted to one coarse Latin code.
 */
const cyrillic: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'j',
  з: 'z',
  и: 'i',
  й: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 's',
  ч: 'c',
  ш: 'c',
  щ: 'c',
  ъ: '',
  ы: 'i',
  ь: '',
  э: 'e',
  ю: 'u',
  я: 'a',
  і: 'i',
  ї: 'i',
  є: 'e',
  ґ: 'g',
};

/** Replacements in this order. In the code `c` is ч and ш, and `j` is дж and ж, because their spellings vary. */
const latin: [RegExp, string][] = [
  [/sch|tch|sh/g, 'C'],
  [/ch/g, 'C'],
  [/dg(?=[eiy])|dj|zh/g, 'j'],
  [/ph/g, 'f'],
  [/wh/g, 'v'],
  [/kh/g, 'h'],
  [/th/g, 't'],
  [/gh(?=[ei])/g, 'g'],
  [/gn(?=[ao])/g, 'ni'],
  [/gu(?=[eiy])/g, 'g'],
  [/qu(?=[ei])/g, 'k'],
  [/qu/g, 'kv'],
  [/q/g, 'k'],
  [/ck/g, 'k'],
  [/cc?(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/C/g, 'c'],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/ee|ea(?=.)/g, 'i'],
  [/oo|ou/g, 'u'],
  [/(?<=[aeou])h(?=[bcdfgjklmnprstvz])/g, ''],
  [/y/g, 'i'],
];

/** A silent e at the end of a word of some length. */
const SILENT_E = /(?<=.{3}[bcdfgklmnprstvz])e$/;
const isCyrillic = /\p{Script=Cyrillic}/u;

const fromCyrillic = (word: string): string =>
  word
    .replaceAll('дж', 'ж')
    .replace(/(?<=ь)о/g, 'ио')
    .replace(/(?<=^|[аеиоуыэюя])[юя]|(?<=[ьъ])[юя]/g, (letter) => (letter === 'ю' ? 'иу' : 'иа'))
    .replace(/./gu, (letter) => cyrillic[letter] ?? letter);

function fromLatin(word: string): string {
  const plain = word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'e');
  return latin.reduce((code, [spelling, sound]) => code.replace(spelling, sound), plain);
}

const withoutDoubles = (code: string): string => code.replace(/([^\d])\1+/gu, '$1');

/** Returns the code of a whole word of `wordsOf`; a number is its own code. Letters of other scripts stay as they are. */
export function soundOf(word: string): string {
  if (isNumber(word)) return word;
  const code = isCyrillic.test(word) ? fromCyrillic(word) : fromLatin(word).replace(SILENT_E, '');
  return withoutDoubles(code) || word;
}

const coarse = (code: string): string =>
  withoutDoubles(code.replace(/\p{M}/gu, '').replaceAll('a', 'e').replaceAll('z', 's').replaceAll('c', 'sh'));

/** Letters that are read once more: what one alphabet writes so is in the other a sound of its own. */
const READ_AGAIN = /[pwktgz]h|g[nu]|ee|o[ou]|dj|dg|[aeou]h|[wqxy]/;
const MOST_READ = 4;

/**
 * Returns a coarser code, in which the beginning of a word is the beginning of its code: for words that are looked up
 * rather than compared. An English a is a Russian е as often as not (Jack and «Джек»), and a z an s. A key is its own
 * key.
 */
export function keyOf(word: string): string {
  if (isNumber(word)) return word;
  let key = coarse(isCyrillic.test(word) ? fromCyrillic(word) : fromLatin(word));
  for (let turn = 0; turn < MOST_READ && READ_AGAIN.test(key); turn += 1) {
    const again = coarse(fromLatin(key));
    if (again === key) break;
    key = again;
  }
  return key || word;
}

/** The keys of a text's words, in their order. `key` may remember words that come often. */
export const keysOf = (text: string, key = keyOf): string[] => wordsOf(text).map((word) => key(word));
