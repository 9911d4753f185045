import { holdsNumberWord, isNotYet, notesOf } from '../notes.ts';
import { reasonOf, withoutReason } from '../reasons.ts';
import { CORRECTION, isCorrection } from './corrected.ts';
import { type Line, readingsOf } from './line.ts';
import { UNIT } from './measures.ts';
import { inOtherWords } from './other-words.ts';
import { AMOUNTS } from './quantity.ts';
import { closing, signedAmounts } from './signed.ts';
import { bareLine, tidy, withoutTrailing } from './tidy.ts';
import { byVerb } from './verbs.ts';
import { parseWords } from './words.ts';

/** Reads «Джемесон −0,5 бой». A reason counts only after a signed quantity, so no name can be mistaken for one. */
function parseReasoned(whole: string, text: string): Line | undefined {
  const given = reasonOf(text);
  if (!given) return undefined;
  const before = withoutTrailing(given.before);
  const rest = parseWords(withoutReason(whole, given), before);
  if (rest.kind === 'refused') return rest.reason === 'no-sign' ? { ...rest, text } : undefined;
  if (closing(before).length === 0) return undefined;
  const exact = [...readingsOf(whole, text), ...rest.exact];
  // «Джемесон минус бутылка, разбили две» tells two quantities.
  const certainty = given.note && holdsNumberWord(given.note) ? 'doubtful' : rest.certainty;
  return { ...rest, text, exact, certainty, because: given.reason, ...(given.note && { note: given.note }) };
}

/**
 * Reads a change with a remark: «Джемесон −0,05 на коктейли», «Джемесон +1 (нашли в подсобке)». One that says that
 * nothing has come yet, as «(не привезли)» does, has to be confirmed.
 */
function parseNoted(whole: string, text: string): Line | undefined {
  for (const { before: written, tail, note } of notesOf(text)) {
    const before = withoutTrailing(written);
    const rest = parseWords(withoutReason(whole, { tail }), before);
    if (rest.kind === 'change' && rest.certainty !== 'doubtful') {
      const certainty = isNotYet(note) ? 'doubtful' : rest.certainty;
      return { ...rest, text, exact: [...readingsOf(whole, text), ...rest.exact], certainty, note };
    }
  }
  return undefined;
}

const MAX_PARTS = 20;
/** Matches «Джемесон не −0,5 а −0,7», which is one item written twice. */
const takesBack = new RegExp(`(?:^| )(?:${CORRECTION}|а|потом)(?= |$)`, 'iu');

/** Matches the start of a name that follows a quantity without a space: «0,7абсолют». */
const gluedName = /(?<=\d)(?=\p{L}{4})/gu;

/** Reads «+2 абсолют +3 апероль», where each item follows its quantity. Every line has to be confirmed. */
function itemsAfterQuantities(text: string): Line[] {
  const starts = signedAmounts(text).map(({ start }) => start);
  if (starts[0] !== 0 || starts.length < 2 || starts.length > MAX_PARTS) return [];
  const parts = starts.map((start, index) => text.slice(start, starts[index + 1]).replace(/[ ,/;]+(?:и )?$/u, ''));
  const lines = parts.map((part) => parseWords(part, part));
  return lines.every((line) => line.kind === 'change' && line.certainty === 'doubtful') ? lines : [];
}

/** Reads dictated items without a comma between them: «Абсолют −0,5 кампари −0,2», «джемесон+0,7абсолют−0,5». */
function severalItems(written: string): Line[] {
  const text = written.replace(gluedName, ' ');
  const parts: Line[] = [];
  let from = 0;
  const all = signedAmounts(text);
  for (const [index, { end }] of all.entries()) {
    const next = all[index + 1];
    if (next && !/\p{L}/u.test(text.slice(end, next.start))) continue;
    const part = text.slice(from, end).replace(/^[ ,/;]+(?:и )?/u, '');
    parts.push(parseWords(part, part));
    from = end;
  }
  if (from < text.length || parts.length < 2 || parts.length > MAX_PARTS) return [];
  return parts.some(({ text: part }) => takesBack.test(part)) ? [] : parts;
}

const nextLevel = new RegExp(`(= ?${AMOUNTS})[ ,/]+(?:и )?(?=\\p{L})(?!${UNIT}(?!\\p{L}))`, 'giu');

/** Reads «бифитер=1,4 гордонс=0,7», where each item has its present stock. */
function severalLevels(text: string): Line[] {
  const parts = text.replace(nextLevel, '$1\n').split('\n');
  if (parts.length < 2 || parts.length > MAX_PARTS) return [];
  const lines = parts.map((part) => parseWords(part, part));
  return lines.every((line) => line.kind === 'change' && line.sets) ? lines : [];
}

/** Returns readings that hold only if the line as written matches nothing. */
function otherwise(line: Line): Line[] {
  const { text } = line;
  if (line.kind === 'refused' && line.reason === 'two-quantities') {
    const items = [severalLevels(text), severalItems(text)].find((lines) => lines.length > 0) ?? [];
    const noted = items.length > 0 ? undefined : inOtherWords(text);
    return noted ? [noted] : items;
  }
  const several = line.kind === 'change' && line.certainty === 'glued' ? severalItems(text) : [];
  const lines = several.length > 0 ? several : byVerb(text);
  if (lines.length > 0) return lines;
  const one = line.kind === 'refused' && inOtherWords(text);
  return one ? [one] : itemsAfterQuantities(text);
}

/** Reads one line as written. */
export function readLine(line: string): Line {
  const whole = tidy(line);
  const text = bareLine(whole);
  const read = parseReasoned(whole, text) ?? parseNoted(whole, text) ?? parseWords(whole, text);
  if (isCorrection(text)) {
    const name = read.kind === 'change' ? read.main.name : read.name;
    return { kind: 'refused', reason: 'correction', wrong: '', name, text, exact: read.exact };
  }
  // «Джемесон −0,5?» is a question, so the change has to be confirmed.
  return read.kind === 'change' && whole.endsWith('?') ? { ...read, certainty: 'doubtful' } : read;
}

/** Reads one line that is already split off from its message. */
export function parseLine(line: string): Line {
  const read = readLine(line);
  const orElse = read.kind === 'refused' && read.reason === 'correction' ? [] : otherwise(read);
  return orElse.length > 0 ? { ...read, orElse } : read;
}
