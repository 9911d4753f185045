import { AMOUNTS } from './quantity.ts';

const between = new RegExp(`(?<=^| )${AMOUNTS}(?: ?[,/] ?| и )(?=\\p{L})`, 'giu');

/** Splits «абсолют 2, лайм 3 кг и мята 1» at its commas; the result is empty where the text is one item. */
export function unsignedParts(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { index, 0: found } of text.matchAll(between)) {
    parts.push(text.slice(from, index + found.length).replace(/(?: ?[,/] ?| и )$/u, ''));
    from = index + found.length;
  }
  return parts.length === 0 ? [] : [...parts, text.slice(from)];
}
