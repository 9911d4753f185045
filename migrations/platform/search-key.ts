/** Russian letters by the sound of a bottle's name, not by the rules of passports. */
const sounds: Record<string, string> = {
  ...pairs('абвгдеёжзийклмнопрстуфхцыэ', 'abvgdeejziiklmnoprstufhcie'),
  ч: 'ch',
  ш: 'sh',
  щ: 'sh',
  ъ: '',
  ь: '',
  ю: 'u',
  я: 'ia',
};

function pairs(letters: string, latin: string): Record<string, string> {
  return Object.fromEntries([...letters].map((letter, index) => [letter, latin[index] ?? '']));
}

/** Replaces similar-sounding spellings of any language by one; the order matters. */
const folds: [RegExp, string][] = [
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/ck/g, 'k'],
  [/qu?/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/c(?!h)/g, 'k'],
  [/w/g, 'v'],
  [/y/g, 'i'],
  // an English a is a Russian е as often as not: Jack — Джек, Jameson — Джемесон
  [/a/g, 'e'],
  [/([a-z])\1+/g, '$1'],
];

/**
 * A name's search key: Latin, lower case, by sound. The keys of «Джек Дэниэлс» and "Jack Daniel's" are close enough for
 * trigrams to find one by the other.
 */
export function toSearchKey(text: string): string {
  const latin = text
    .toLowerCase()
    .normalize('NFC')
    .replace(/['’`"«»]/g, '')
    .replace(/дж/g, 'j')
    .replace(/кс/g, 'x')
    .replace(/[а-яё]/g, (letter) => sounds[letter] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
  const folded = folds.reduce((key, [spelling, sound]) => key.replace(spelling, sound), latin);
  return folded.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
