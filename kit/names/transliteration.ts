/** Latin transliterations of Russian letters, by rules rather than by ear; the order matters. */
const rules: [RegExp, string][] = [
  [/shch|sch/g, 'щ'],
  [/dzh|dj/g, 'дж'],
  [/zh/g, 'ж'],
  [/kh/g, 'х'],
  [/ch/g, 'ч'],
  [/sh/g, 'ш'],
  [/ph/g, 'ф'],
  [/th/g, 'т'],
  [/ck/g, 'к'],
  [/t[sz]/g, 'ц'],
  [/wh/g, 'в'],
  [/[yij]u/g, 'ю'],
  [/[yj]o/g, 'ё'],
  [/[yj]a/g, 'я'],
  [/[yj]e/g, 'е'],
  [/(?<=[aeiouyюёяе])[jy]/g, 'й'],
  [/x/g, 'кс'],
];
const LATIN = 'abcdefghijklmnopqrstuvwyz';
const RUSSIAN = 'абцдефгхижклмнопкрстуввиз';

/**
 * Reads a text in Latin letters as transliterated Russian: "Dzhemeson" becomes «джемесон». Text in Russian letters stays
 * as it is.
 */
export const asRussian = (text: string): string =>
  rules
    .reduce((russian, [latin, letter]) => russian.replace(latin, letter), text.toLowerCase())
    .replace(/[a-z]/g, (letter) => RUSSIAN[LATIN.indexOf(letter)] ?? letter);
