/** Maps Russian letters to one coarse Latin letter each, by their sound in bottle names. */
const sounds: Record<string, string> = {
  ...Object.fromEntries(
    [...'абвгдеёжзийклмнопрстуфхцыэ'].map((letter, at) => [letter, 'abvgdeejziiklmnoprstufhsie'[at]]),
  ),
  ч: 'ch',
  ш: 'sh',
  щ: 'sh',
  ъ: '',
  ь: '',
  ю: 'u',
  я: 'ia',
};

/** Merges spellings that sound alike; the order matters. */
const folds: [RegExp, string][] = [
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/wh|w/g, 'v'],
  [/ck/g, 'k'],
  [/qu?/g, 'k'],
  [/x/g, 'ks'],
  [/c(?=[eiy])/g, 's'],
  [/c(?!h)/g, 'k'],
  [/y/g, 'i'],
  // An English a is often written as a Russian е: Jack — Джек, Jameson — Джемесон.
  [/a/g, 'e'],
  [/([a-z])\1+/g, '$1'],
];

/**
 * A phonetic code that is equal for both alphabets: «Абсолют» and «Absolut», «Джемесон» and «Jameson». `text` is in
 * lower case with ё as е.
 */
export function soundOf(text: string): string {
  const latin = text
    .replace(/['’`"«»]/g, '')
    .replace(/дж/g, 'j')
    .replace(/[а-яё]/g, (letter) => sounds[letter] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
  const folded = folds.reduce((sound, [spelling, letters]) => sound.replace(spelling, letters), latin);
  return folded.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
