import type { Amount } from '../amounts.ts';
import { ONE } from './measures.ts';
import { WORD } from './number-words.ts';
import { amountsFrom, SIGNED_AMOUNTS } from './quantity.ts';

export const PLUS = '[+＋﹢➕✚]|(?<![\\p{L}\\p{N}])плюс(?!\\p{L})';
export const MINUS = '[-−–‐‑‒﹣－➖]|(?<![\\p{L}\\p{N}])минус(?!\\p{L})';
export const LONG_DASH = '[—―]';
export const SIGN = `(?:(?<plus>${PLUS})|(?<minus>${MINUS})|(?<dash>${LONG_DASH}))`;
const endsWithLetter = /[\p{L}\p{N}]$/u;
const HYPHEN = /^[-–‐‑‒﹣－]$/u;

/** Matches a signed quantity within a name: «Джемесон −0,5 и ещё», «бейлис плюс бутылка и». */
export const signedInside = new RegExp(
  `(?:^| )(?:(?:${PLUS}|${MINUS}|${LONG_DASH}) ?\\d|(?:плюс|минус) (?:${WORD}|${ONE})(?!\\p{L}))`,
  'iu',
);

const signed = new RegExp(`${SIGN} ?${SIGNED_AMOUNTS}`, 'giu');

/** As `matchAll`, which would make and compile so long an expression anew for each text. */
function signedIn(text: string): RegExpExecArray[] {
  const all: RegExpExecArray[] = [];
  signed.lastIndex = 0;
  for (let match = signed.exec(text); match; match = signed.exec(text)) all.push(match);
  return all;
}

export interface Signed {
  start: number;
  end: number;
  sign: string;
  amounts: Amount[];
  dash: boolean;
  positive: boolean;
  /** True for a unit without a number, as in «минус бутылка». It never combines with other quantities. */
  alone: boolean;
}

export function signedAmounts(text: string): Signed[] {
  return signedIn(text).flatMap((match) => {
    const { plus, minus, dash, quantity, more, times } = match.groups ?? {};
    const alone = quantity === '';
    if (alone && match.index > 0 && text[match.index - 1] !== ' ') return [];
    const rest = more ?? times ?? '';
    const sign = plus ? 1 : -1;
    const whole = amountsFrom(sign, match.groups ?? {}, match[0]);
    const kept = whole ? match[0] : match[0].slice(0, match[0].length - rest.length);
    const first = { ...match.groups, more: '', times: '' };
    return {
      start: match.index,
      end: match.index + kept.length,
      sign: plus ?? minus ?? dash ?? '',
      amounts: whole ?? amountsFrom(sign, first, kept) ?? [],
      dash: dash !== undefined,
      positive: plus !== undefined,
      alone,
    };
  });
}

export const isGlued = (text: string, { start, sign }: Signed): boolean =>
  HYPHEN.test(sign) &&
  endsWithLetter.test(text.slice(Math.max(start - 2, 0), start)) &&
  /^[\p{N}.,]/u.test(text.slice(start + 1));

/**
 * Returns the signed quantities at the end of the line, separated only by spaces and commas. One that touches the word
 * before it can only be the first of them.
 */
export function closing(text: string): Signed[] {
  const chain: Signed[] = [];
  const all = signedAmounts(text);
  let end = text.length;
  for (const [index, found] of [...all.entries()].reverse()) {
    if (!/^(?: ?,)? ?$/u.test(text.slice(found.end, end))) break;
    const touchesAmount = all[index - 1]?.end === found.start;
    const after = chain.at(-1);
    if (after && (found.alone || after.alone)) break;
    if (after && isGlued(text, found) && !touchesAmount && !isGlued(text, after)) break;
    chain.push(found);
    end = found.start;
  }
  return chain.reverse();
}

const sizeOf = ({ amounts }: Signed): number => Math.abs(amounts[0]?.micros ?? 0);

/**
 * Tells whether the signs make a range: «+1-2» and «-0,5-0,7» are ranges rather than sums. A smaller quantity after a
 * greater one, as in «-0,7-0,35», is a sum.
 */
export const isRange = (chain: Signed[]): boolean =>
  chain.some((found, index) => {
    const before = chain[index - 1];
    if (before === undefined || before.end !== found.start) return false;
    return before.positive !== found.positive || (HYPHEN.test(found.sign) && sizeOf(found) > sizeOf(before));
  });
