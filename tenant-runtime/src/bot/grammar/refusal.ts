import type { LineRefusal } from './line.ts';
import { AMOUNTS, QUANTITY } from './quantity.ts';
import { LONG_DASH, MINUS, PLUS, signedInside } from './signed.ts';
import { nameOf } from './tidy.ts';

const endsWithSign = new RegExp(`(?:${PLUS}|${MINUS}|${LONG_DASH})$`, 'iu');
export const endsWithUnsigned = new RegExp(`(?:^| )${AMOUNTS}$`, 'iu');
const unknownUnit = new RegExp(`(?:${PLUS}|${MINUS}|${LONG_DASH}) ?(?:${QUANTITY}) ?\\p{L}+\\.?$`, 'iu');
/** Matches a container that is not a known unit, as in «Мята 2 пучка». */
const unknownContainer = new RegExp(
  `(?<= )(?:${QUANTITY}) (?:пуч|шот|рюм|бокал|порц|меш|пакет|блок|рулон)\\p{L}{0,4}$`,
  'iu',
);
const signs = new RegExp(`${PLUS}|${MINUS}|${LONG_DASH}`, 'giu');
const zeroFirst = /(?:^| )(0\d+(?: ?\p{L}{1,5}\.?)?)$/u;

/** Returns where the pattern is found next, or the text's length if it is not found. */
function nextOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

/**
 * Finds the first sign with a digit in the same word or right at the start of the next: «+1о», «+ а1». It counts only
 * at a word's start.
 */
function brokenQuantity(text: string): { wrong: string; name: string } | undefined {
  let [digit, space] = [-1, -1];
  for (const { index, 0: sign } of text.matchAll(signs)) {
    const from = index + sign.length + (text[index + sign.length] === ' ' ? 1 : 0);
    if (digit < from) digit = nextOf(/\d/g, text, from);
    if (space < from) space = nextOf(/ /g, text, from);
    if (digit > space || digit === text.length) continue;
    const starts = index === 0 || text[index - 1] === ' ';
    return starts ? { wrong: text.slice(from), name: nameOf(text.slice(0, index)) } : undefined;
  }
  return undefined;
}

/** Returns why a line is not a change. */
export function refusalOf(text: string): { reason: LineRefusal; wrong: string; name: string } {
  const before = (pattern: RegExp): string => nameOf(text.slice(0, text.search(pattern)));
  if (endsWithSign.test(text)) return { reason: 'no-quantity', wrong: '', name: before(endsWithSign) };
  const unsigned = endsWithUnsigned.exec(text);
  if (unsigned) {
    const name = nameOf(text.slice(0, unsigned.index));
    return { reason: signedInside.test(name) ? 'two-quantities' : 'no-sign', wrong: unsigned[0].trim(), name };
  }
  const unit = unknownUnit.exec(text);
  if (unit && unit.index > 0)
    return { reason: 'unknown-unit', wrong: unit[0], name: nameOf(text.slice(0, unit.index)) };
  const container = unknownContainer.exec(text);
  if (container?.index)
    return { reason: 'unknown-unit', wrong: container[0].trim(), name: nameOf(text.slice(0, container.index)) };
  const broken = brokenQuantity(text);
  if (broken) return { reason: 'bad-quantity', ...broken };
  const zero = zeroFirst.exec(text);
  if (zero && zero.index > 0)
    return { reason: 'bad-quantity', wrong: zero[1] ?? '', name: nameOf(text.slice(0, zero.index)) };
  return { reason: 'no-quantity', wrong: '', name: text };
}
