import { createTrimEnd } from '@ostatok/kit/node/trim-end.ts';
import type { Reason } from '../../contract/changes.ts';
import { MAX_NAME } from '../../contract/items.ts';
import { AMOUNTS, type Amount, amountsFrom, QUANTITY } from './amounts.ts';
import { notesOf } from './notes.ts';
import { REASON, reasonOf, withoutReason } from './reasons.ts';

/**
 * The counting messages: a line is *name, sign, quantity*. Nothing here knows the venue's items, and names may hold
 * digits, hyphens and signs of their own («7-Up 0,25», «Балтика-7»), so a line is given all the readings it allows.
 */
export interface Reading {
  name: string;
  /** Empty when the whole line is a name. */
  amounts: Amount[];
}

export type LineRefusal =
  | 'no-quantity'
  | 'no-name'
  | 'no-sign'
  | 'bad-quantity'
  | 'unknown-unit'
  | 'two-quantities'
  | 'reason-in-count';

export type Line = { text: string } & (
  | {
      kind: 'change';
      main: Reading;
      /** Valid only when `name`, to the letter, is an item's: the signs before the last belong to it. The longest first. */
      exact: Reading[];
      /**
       * plain: as written. glued: the minus is a hyphen without spaces, so it counts only after an item's whole name.
       * doubtful: a long dash, or the quantity before the name; to be confirmed.
       * unsigned: a count's line, whose number may be the end of a name.
       */
      certainty: 'plain' | 'glued' | 'doubtful' | 'unsigned';
      /** Why the stock went: «Джемесон −0,5 бой». */
      because?: Reason;
      /** What is told of the reason or of the change: «списание, истёк срок», «(нашли в подсобке)». */
      note?: string;
      /** «Джемесон = 3»: what there is now, not how much came. */
      sets?: boolean;
    }
  | { kind: 'refused'; reason: LineRefusal; name: string; wrong: string; exact: Reading[] }
);

/** Twice as many characters: what is written may be shorter once it is normalised. */
const LONGEST_NAME = 2 * MAX_NAME;

const PLUS = '[+＋﹢➕✚]|(?<![\\p{L}\\p{N}])плюс(?!\\p{L})';
const MINUS = '[-−–‐‑‒﹣－➖]|(?<![\\p{L}\\p{N}])минус(?!\\p{L})';
const LONG_DASH = '[—―]';
const SIGN = `(?:(?<plus>${PLUS})|(?<minus>${MINUS})|(?<dash>${LONG_DASH}))`;
const endsWithLetter = /[\p{L}\p{N}]$/u;
const HYPHEN = /^[-–‐‑‒﹣－]$/u;

const signed = () => new RegExp(`${SIGN} ?${AMOUNTS}`, 'giu');
const endsWithMark = /[+＋﹢➕✚\-−–‐‑‒﹣－➖]$/u;
const endsWithSign = new RegExp(`(?:${PLUS}|${MINUS}|${LONG_DASH})$`, 'iu');
const endsWithUnsigned = new RegExp(`(?:^| )${AMOUNTS}$`, 'iu');
const unknownUnit = new RegExp(`(?:${PLUS}|${MINUS}|${LONG_DASH}) ?(?:${QUANTITY}) ?\\p{L}+\\.?$`, 'iu');
const signs = new RegExp(`${PLUS}|${MINUS}|${LONG_DASH}`, 'giu');
const signedInside = new RegExp(`(?:^| )(?:${PLUS}|${MINUS}|${LONG_DASH}) ?\\d`, 'iu');
const bullet = /^(?:[-–—•·*▪●◦‣]+ +(?!\d+(?:[.,]\d+)? ?\p{L}*$)|(?:[•·▪●◦‣✔☑]|✅)+ ?|\d{1,3}[.)] +)/u;
const withoutTrailing = createTrimEnd(/[\s.,!?…:;)]|(?![➕➖✚])\p{Extended_Pictographic}|[\u{1F3FB}-\u{1F3FF}]/u);
const withoutLead = createTrimEnd(/[\s:=,—]/u);
const nextItem = new RegExp(
  `(${SIGN} ?${AMOUNTS}(?:,? \\(?(?:${REASON})(?!\\p{L})\\)?)?)(?: ?, +(?:и )?| и )(?=\\p{L})(?!плюс|минус)(?!(?:${REASON})(?!\\p{L})[^\\p{N}]*$)`,
  'giu',
);

/** What phones and keyboards put in unseen: zero-width marks, emoji selectors, all kinds of spaces, full-width digits. */
export function tidy(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF\u00AD]|\uFE0E|\uFE0F|\u20E3/g, '')
    .replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    .replace(/[，．]/g, (mark) => (mark === '，' ? ',' : '.'))
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Ends of names that only lead to the sign: «Абсолют: +1», «Абсолют — +1». */
const nameOf = (text: string): string => withoutLead(text).trim();

interface Signed {
  start: number;
  end: number;
  sign: string;
  amounts: Amount[];
  dash: boolean;
}

function signedAmounts(text: string): Signed[] {
  return [...text.matchAll(signed())].map((match) => {
    const { plus, minus, dash, more = '' } = match.groups ?? {};
    const whole = amountsFrom(plus ? 1 : -1, match.groups ?? {}, match[0]);
    const text = whole ? match[0] : match[0].slice(0, match[0].length - more.length);
    return {
      start: match.index,
      end: match.index + text.length,
      sign: plus ?? minus ?? dash ?? '',
      amounts: whole ?? amountsFrom(plus ? 1 : -1, { ...match.groups, more: '' }, text) ?? [],
      dash: dash !== undefined,
    };
  });
}

const isGlued = (text: string, { start, sign }: Signed): boolean =>
  HYPHEN.test(sign) &&
  endsWithLetter.test(text.slice(Math.max(start - 2, 0), start)) &&
  /^[\p{N}.,]/u.test(text.slice(start + 1));

/** The signed quantities that close the line, with nothing but spaces and commas between; a glued one is only ever the last taken. */
function closing(text: string): Signed[] {
  const chain: Signed[] = [];
  const all = signedAmounts(text);
  let end = text.length;
  for (const [index, found] of [...all.entries()].reverse()) {
    if (!/^(?: ?,)? ?$/u.test(text.slice(found.end, end))) break;
    const touchesAmount = all[index - 1]?.end === found.start;
    const after = chain.at(-1);
    if (after && isGlued(text, found) && !touchesAmount && !isGlued(text, after)) break;
    chain.push(found);
    end = found.start;
  }
  return chain.reverse();
}

/** The first sign that a digit follows within its word, or at once in the next: «+1о», «+ а1». It counts at a word's start. */
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

/** Where the pattern is found next; the text's length where it is not. */
function nextOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

function refusalOf(text: string): { reason: LineRefusal; wrong: string; name: string } {
  const before = (pattern: RegExp): string => nameOf(text.slice(0, text.search(pattern)));
  if (endsWithSign.test(text)) return { reason: 'no-quantity', wrong: '', name: before(endsWithSign) };
  const unsigned = endsWithUnsigned.exec(text);
  if (unsigned) return { reason: 'no-sign', wrong: unsigned[0].trim(), name: nameOf(text.slice(0, unsigned.index)) };
  const unit = unknownUnit.exec(text);
  if (unit && unit.index > 0)
    return { reason: 'unknown-unit', wrong: unit[0], name: nameOf(text.slice(0, unit.index)) };
  const broken = brokenQuantity(text);
  if (broken) return { reason: 'bad-quantity', ...broken };
  return { reason: 'no-quantity', wrong: '', name: text };
}

/** «+1 Абсолют»: understood, but to be confirmed, as nothing else is written so. */
function quantityFirst(text: string): Reading | undefined {
  const first = signedAmounts(text)[0];
  if (first?.start !== 0) return undefined;
  const name = nameOf(text.slice(first.end));
  return /^\p{L}/u.test(name) && !signedInside.test(name) ? { name, amounts: first.amounts } : undefined;
}

/** «Джемесон −0,5 бой»: a reason counts only after a signed quantity, so no name can be mistaken for one. */
function parseReasoned(whole: string, text: string): Line | undefined {
  const given = reasonOf(text);
  if (!given) return undefined;
  const before = withoutTrailing(given.before);
  const rest = parseWords(withoutReason(whole, given), before);
  if (rest.kind === 'refused') return rest.reason === 'no-sign' ? { ...rest, text } : undefined;
  if (closing(before).length === 0) return undefined;
  const exact = [...readingsOf(whole, text), ...rest.exact];
  return { ...rest, text, exact, because: given.reason, ...(given.note && { note: given.note }) };
}

/** The whole line taken for a name. */
const readingsOf = (whole: string, text: string): Reading[] =>
  [...new Set([whole, text])].map((name) => ({ name, amounts: [] }));

/** One line without its separators. */
function parseLine(line: string): Line {
  const whole = tidy(line);
  const text = withoutTrailing(whole.replace(bullet, '')) || whole;
  return parseReasoned(whole, text) ?? parseNoted(whole, text) ?? parseWords(whole, text);
}

/** «Джемесон −0,05 на коктейли», «Джемесон +1 (нашли в подсобке)». */
function parseNoted(whole: string, text: string): Line | undefined {
  for (const { before: written, tail, note } of notesOf(text)) {
    const before = withoutTrailing(written);
    const rest = parseWords(withoutReason(whole, { tail }), before);
    if (rest.kind === 'change' && rest.certainty !== 'doubtful') {
      return { ...rest, text, exact: [...readingsOf(whole, text), ...rest.exact], note };
    }
  }
  return undefined;
}

const setMark = /=|(?<= )(?:стало|осталось|остаток)(?=[ :])/giu;
const unsigned = new RegExp(`^${AMOUNTS}$`, 'iu');

/** «Джемесон = 3», «Джемесон стало 3»: what there is now. */
function setReading(text: string): Reading | undefined {
  const mark = [...text.matchAll(setMark)].at(-1);
  if (!mark) return undefined;
  const amount = text.slice(mark.index + mark[0].length).replace(/^[ :]+/, '');
  const amounts = amountsFrom(1, unsigned.exec(amount)?.groups ?? {}, amount);
  const name = nameOf(text.slice(0, mark.index));
  return amounts && unsigned.test(amount) && /\p{L}/u.test(name) && !signedInside.test(name)
    ? { name, amounts }
    : undefined;
}

/** Readings whose names hold some of the signs. What no item's name can be as long as is left out. */
function readingsWithSigns(whole: string, text: string, chain: Signed[]): Reading[] {
  const at = whole.indexOf(text);
  const short = [...chain.entries()].filter(([, { start }]) => start <= LONGEST_NAME).reverse();
  return short.flatMap(([taken, { start }]) => {
    const names = new Set([whole.slice(0, at + start).trim(), text.slice(0, start).trim()]);
    return [...names]
      .filter(Boolean)
      .map((name) => ({ name, amounts: chain.slice(taken).flatMap(({ amounts }) => amounts) }));
  });
}

function parseWords(whole: string, text: string): Line {
  const chain = closing(text);
  const first = chain[0];
  const untouched = readingsOf(whole, text);
  if (!first) {
    const reading = quantityFirst(text);
    if (reading) return { kind: 'change', text, main: reading, exact: untouched, certainty: 'doubtful' };
    const now = setReading(text);
    if (now) return { kind: 'change', text, main: now, exact: untouched, certainty: 'plain', sets: true };
    return { kind: 'refused', text, exact: [], ...refusalOf(text) };
  }

  const amounts = chain.flatMap(({ amounts }) => amounts);
  const exact = [...untouched, ...readingsWithSigns(whole, text, chain)];

  const name = nameOf(text.slice(0, first.start));
  const main = { name, amounts };
  const refused = (reason: LineRefusal, wrong = ''): Line => ({ kind: 'refused', reason, wrong, name, text, exact });
  if (!/[\p{L}\p{N}]/u.test(name)) return refused('no-name');
  const before = text.slice(0, first.start).trimEnd();
  if (endsWithMark.test(before)) return refused('bad-quantity', text.slice(before.length - 1));
  if (signedInside.test(name)) return refused('two-quantities');
  const certainty = first.dash ? 'doubtful' : isGlued(text, first) ? 'glued' : 'plain';
  return { kind: 'change', text, main, exact, certainty };
}

/** A line of a count: what is there, with or without a sign: «Джемесон 0,7», «Джемесон — 0,7». */
export function foundLine(line: string): Line {
  const read = parseLine(tidy(line).replace(/ [—―] (?=[\p{N}.,])/gu, ' '));
  const given = reasonOf(read.text);
  if (given && (read.kind === 'change' ? read.because : read.reason === 'no-sign')) {
    return {
      kind: 'refused',
      reason: 'reason-in-count',
      wrong: given.word,
      name: '',
      text: read.text,
      exact: read.exact,
    };
  }
  if (read.kind === 'change' || read.reason !== 'no-sign') return read;
  const match = endsWithUnsigned.exec(read.text);
  const name = nameOf(read.text.slice(0, match?.index));
  if (!match || !/\p{L}/u.test(name)) return { ...read, reason: 'no-name' };
  const amounts = amountsFrom(1, match.groups ?? {}, match[0].trim());
  if (!amounts) return { ...read, reason: 'two-quantities' };
  const main = { name, amounts };
  const exact = [{ name: read.text, amounts: [] }];
  return { kind: 'change', text: read.text, main, exact, certainty: 'unsigned' };
}

/** Whether a name ends with what may be a quantity. */
export const endsWithQuantity = (name: string): boolean => endsWithUnsigned.test(name);

const endsWithReason = new RegExp(`(?:${REASON})\\)?$`, 'iu');

/** After a reason or «и» only what holds a quantity is another item: «списание, сгнили» is one. */
const apart = (line: string): string =>
  line.replace(nextItem, (found: string, item: string, ...rest: unknown[]) => {
    const after = line.slice((rest.find((value) => typeof value === 'number') as number) + found.length);
    const linked = found.endsWith(' и ') || endsWithReason.test(item);
    return linked && !/\p{N}|плюс|минус/iu.test(after) ? found : `${item}\n`;
  });

/** A message's lines: by line ends and `;`, and after a comma that follows a signed quantity. Empty ones are left out. */
export function parseMessage(text: string, read: (line: string) => Line = parseLine): Line[] {
  return text
    .split(/[\n\r\v\f\u0085\u2028\u2029;；]+/u)
    .flatMap((line) => apart(tidy(line)).split('\n'))
    .filter((line) => /[^\s.,!?…]/u.test(line))
    .map((line) => read(line));
}

const startsWithSetMark = /^(?:=|(?:стало|осталось|остаток)(?=[ :]))[ :]*/iu;

/** An answer about an item that is known already: «+0,7», «0,7 л», «−0,5 бой», «= 3». */
export function parseQuantity(
  answer: string,
): { amounts: Amount[]; signed: boolean; because?: Reason; note?: string; sets?: boolean } | undefined {
  const text = withoutTrailing(tidy(answer));
  const now = startsWithSetMark.exec(text);
  if (now) {
    const amount = text.slice(now[0].length);
    const amounts = amountsFrom(1, unsigned.exec(amount)?.groups ?? {}, amount);
    return amounts && unsigned.test(amount) ? { amounts, signed: true, sets: true } : undefined;
  }
  const given = reasonOf(text);
  const rest = given ? withoutTrailing(given.before) : text;
  const chain = closing(rest);
  const because = given ? { because: given.reason, ...(given.note && { note: given.note }) } : {};
  if (chain[0]?.start === 0) return { amounts: chain.flatMap(({ amounts }) => amounts), signed: true, ...because };
  const { groups } = unsigned.exec(rest) ?? {};
  const amounts = groups && amountsFrom(1, groups, rest);
  return amounts && { amounts, signed: false, ...because };
}
