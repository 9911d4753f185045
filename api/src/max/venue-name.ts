/** The longest text that MAX takes. */
export const MAX_TEXT = 4000;
const SEPARATOR = ':\n';

/** Names the venue above a text, for somebody who writes to several through one bot. */
export const named = (venue: string, text: string): string => `${venue}${SEPARATOR}${text}`;

/** Returns the text that the venue itself has written. */
export const unnamed = (venue: string, text: string): string =>
  text.startsWith(venue + SEPARATOR) ? text.slice(venue.length + SEPARATOR.length) : text;

/** Splits a text into parts that fit, between lines where there are any. */
export function partsOf(text: string, most = MAX_TEXT): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > most) {
    const line = rest.lastIndexOf('\n', most);
    const isPair = /[\uD800-\uDBFF]/.test(rest[most - 1] ?? '');
    const end = line > 0 ? line : most - (isPair ? 1 : 0);
    parts.push(rest.slice(0, end));
    rest = rest.slice(line > 0 ? end + 1 : end);
  }
  return [...parts, rest];
}
