/** A word that is typed partly in the other alphabet («Aбcолют») looks like this Cyrillic one. */
const lookalikes: Record<string, string> = {
  a: 'а',
  b: 'в',
  c: 'с',
  e: 'е',
  h: 'н',
  k: 'к',
  m: 'м',
  o: 'о',
  p: 'р',
  t: 'т',
  x: 'х',
  y: 'у',
};
const isCyrillic = /\p{Script=Cyrillic}/u;
const isLatin = /\p{Script=Latin}/u;

const unmix = (word: string): string =>
  isCyrillic.test(word) && isLatin.test(word)
    ? word.replace(/[abcehkmoptxy]/g, (letter) => lookalikes[letter] ?? '')
    : word;

/** Writes a number with a point and without idle zeros behind it. */
function decimal(number: string): string {
  const [whole = '', fraction = ''] = number.split(/[.,]/);
  let end = fraction.length;
  while (fraction[end - 1] === '0') end -= 1;
  return end > 0 ? `${whole}.${fraction.slice(0, end)}` : whole;
}

/** A text as its words are read: lower case, ё as е, without invisible characters and apostrophes within words. */
export const plain = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[\u200B-\u200F\u2060-\u2064\uFEFF\u00AD]/g, '')
    .replace(/(?<=\p{L})['’`ʼ](?=\p{L})/gu, '');

/**
 * Splits a name into lower-case words: ё as е, numbers apart from letters with a point and without idle zeros, no other
 * signs.
 */
export function wordsOf(text: string): string[] {
  return [...plain(text).matchAll(/\d+(?:[.,]\d+)?|[\p{L}\p{M}]+|[^\s\p{L}\p{M}\p{P}\p{S}\d]+/gu)].map(([word]) =>
    tidied(word),
  );
}

/** One word of a plain text: a number without idle zeros, letters of one alphabet. */
export const tidied = (word: string): string => (isNumber(word) ? decimal(word) : unmix(word));

export const isNumber = (word: string): boolean => /^\d/.test(word);

/** Grades that are written out: «Very Special Old Pale», «Extra Old», and stars by their number. */
const GRADES: [RegExp, string][] = [
  [/(?<!\p{L})very (?:special|superior) old pale(?!\p{L})/gu, 'vsop'],
  [/(?<!\p{L})very special(?!\p{L})/gu, 'vs'],
  [/(?<!\p{L})extra old(?!\p{L})/gu, 'xo'],
];
export const shortenGrades = (text: string): string =>
  GRADES.reduce((short, [grade, mark]) => short.replace(grade, mark), text).replace(
    /\*{3,7}/g,
    (stars) => ` ${stars.length} stars `,
  );

/** Initials are one word: «j.p.», «v.s.», «D.E.W.». */
export const joinInitials = (text: string): string =>
  text.replace(/(?<![\p{L}\d])(?:\p{L}\.\s?)+\p{L}?(?![\p{L}\d])/gu, (initials) => {
    const letters = initials.replace(/[.\s]/g, '');
    return letters.length > 1 ? `${letters} ` : initials;
  });
