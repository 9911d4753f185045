import { reasonOf } from '../reasons.ts';
import type { Line, Reading } from './line.ts';
import { readLine } from './parse-line.ts';
import { unsignedParts } from './parts.ts';
import { AMOUNTS } from './quantity.ts';
import { endsWithUnsigned } from './refusal.ts';
import { lineOf } from './spaced.ts';
import { levelInWords, nameAndQuantity, unsignedAmounts } from './stock-level.ts';
import { tidy, withoutTrailing } from './tidy.ts';
import { withSign } from './verbs.ts';

/** Tells whether a name ends with what may be a quantity. */
export const endsWithQuantity = (name: string): boolean => endsWithUnsigned.test(name);

const doubtful = (text: string, main: Reading): Line => ({
  kind: 'change',
  text,
  main,
  exact: [],
  certainty: 'doubtful',
});

/** Reads «Джемесон 2 + 0,5» and «тоник 24+6» as quantities that add up, unless a name ends with the first. */
function summed(read: Line): Line[] {
  if (read.kind !== 'change' || read.sets || read.main.amounts.some(({ micros }) => (micros ?? -1) < 0)) return [];
  const first = nameAndQuantity(read.main.name);
  if (!first) return [];
  const main = { name: first.name, amounts: [...first.amounts, ...read.main.amounts] };
  return [{ ...read, main, exact: [], certainty: 'unsigned' }];
}

/** Reads «Джемесон - 2» in a count with a dash, which is likelier there than a minus. */
function dashed(read: Line): Line[] {
  const dash = / [-–−] (?=[\p{N}.,])/u;
  if (read.kind !== 'change' || !dash.test(read.text)) return [];
  return [doubtful(read.text, { ...read.main, amounts: withSign(read.main.amounts, -1) })];
}

const quantityFirst = new RegExp(`^(${AMOUNTS}) (?=\\p{L})`, 'iu');
const vague =
  /(?<=[\p{L}\p{N}.]) (?:примерно|приблизительно|около|где-то|вроде|точно|ровно)(?= |$)|,? \([^()\p{N}]*\)?$/iu;

/** Reads «2 джемесон», «джемесон примерно 2», «джемесон 2 (одна открыта)». */
function inOtherWords(text: string): Line[] {
  const first = quantityFirst.exec(text)?.[1];
  const amounts = first && unsignedAmounts(first);
  if (amounts) return [doubtful(text, { name: text.slice(first.length + 1), amounts })];
  const named = vague.test(text) && nameAndQuantity(withoutTrailing(text.replace(vague, ':')));
  if (named) return [doubtful(text, named)];
  const level = levelInWords(text);
  return level ? [level] : [];
}

/** Reads several items in one line: «джемесон 2, абсолют 1». */
const severalFound = (text: string): Line[] => unsignedParts(text).map((part) => unsignedLine(readLine(part)));

/** Reads a line without a sign; the caller says whether the quantity is present, has come, or has gone. */
export function unsignedLine(read: Line, sign: 1 | -1 = 1): Line {
  if (read.kind !== 'refused' || read.reason !== 'no-sign') return read;
  const match = endsWithUnsigned.exec(read.text);
  const named = nameAndQuantity(read.text);
  if (!named)
    return { ...read, reason: /\p{L}/u.test(read.text.slice(0, match?.index)) ? 'two-quantities' : 'no-name' };
  const main = { ...named, amounts: withSign(named.amounts, sign) };
  return { kind: 'change', text: read.text, main, exact: [{ name: read.text, amounts: [] }], certainty: 'unsigned' };
}

/** Reads a line of a count, which gives the quantity found with or without a sign: «Джемесон 0,7», «Джемесон — 0,7». */
export function foundLine(line: string): Line {
  const read = readLine(
    tidy(line)
      .split(/ [—―] (?=[\p{N}.,])/u)
      .reduce(lineOf),
  );
  const given = reasonOf(read.text);
  if (given && (read.kind === 'change' ? read.because : read.reason === 'no-sign')) {
    const { text, exact } = read;
    return { kind: 'refused', reason: 'reason-in-count', wrong: given.word, name: '', text, exact };
  }
  const found = unsignedLine(read);
  const others = [summed(read), dashed(read), severalFound(read.text), inOtherWords(read.text)];
  const orElse = others.find((lines) => lines.length > 0);
  return orElse ? { ...found, orElse } : found;
}
