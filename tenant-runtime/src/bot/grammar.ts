import type { Reason } from '../../contract/changes.ts';
import type { Amount } from './amounts.ts';
import { CORRECTION, doubtedIfCorrected } from './grammar/corrected.ts';
import type { Line } from './grammar/line.ts';
import { parseLine } from './grammar/parse-line.ts';
import { AMOUNTS } from './grammar/quantity.ts';
import { closing, isRange, SIGN } from './grammar/signed.ts';
import { lineOf } from './grammar/spaced.ts';
import { unsignedAmounts } from './grammar/stock-level.ts';
import { tidy, withoutTrailing } from './grammar/tidy.ts';
import { isNotYet } from './notes.ts';
import { REASON, reasonOf } from './reasons.ts';

const nextItem = new RegExp(
  `(${SIGN} ?${AMOUNTS}(?:,? \\(?(?:${REASON})(?!\\p{L})\\)?)?)(?: ?, +(?:и )?| и )(?=\\p{L})(?!плюс|минус)(?!(?:${REASON})(?!\\p{L})[^\\p{N}]*$)(?!(?:${CORRECTION})(?!\\p{L}))`,
  'giu',
);
const endsWithReason = new RegExp(`(?:${REASON})\\)?$`, 'iu');
const holdsQuantity = (text: string): boolean => /\p{N}|плюс|минус/iu.test(text);

/**
 * Splits a line before its next item. After a reason or «и» the rest is another item only if it holds a quantity, so
 * «списание, сгнили» stays whole. So does «+6, завтра привезут», whose rest takes the change back.
 */
const apart = (line: string): string =>
  line.replace(nextItem, (found: string, item: string, ...rest: unknown[]) => {
    const after = line.slice((rest.find((value) => typeof value === 'number') as number) + found.length);
    const linked = found.endsWith(' и ') || endsWithReason.test(item);
    const near = withoutTrailing(after.split(',', 1)[0] ?? '');
    const isRemark = (linked && !holdsQuantity(after)) || (isNotYet(near) && !holdsQuantity(near));
    return isRemark ? found : `${item}\n`;
  });

/** Tells whether a line is only a quantity: «−0,7» on its own line belongs to the name in the line before. */
export const isQuantityAlone = (line: string): boolean => parseQuantity(line) !== undefined;

function joined(lines: string[]): string[] {
  const all: string[] = [];
  for (const line of lines) {
    const before = all.at(-1);
    const named = before !== undefined && /\p{L}/u.test(before) && closing(before).length === 0;
    if (named && isQuantityAlone(line) && !isQuantityAlone(before)) all[all.length - 1] = lineOf(before, line);
    else all.push(line);
  }
  return all;
}

/**
 * Splits a message into lines at line ends, at `;` and after a comma that follows a signed quantity. Empty lines are
 * dropped.
 */
export function parseMessage(text: string, read: (line: string) => Line = parseLine): Line[] {
  const written = text
    .split(/[\n\r\v\f\u0085\u2028\u2029;；]+/u)
    .map(tidy)
    .filter((line) => /[^\s.,!?…]/u.test(line));
  const lines = joined(written)
    .flatMap((line) => apart(line).split('\n'))
    .filter((line) => /[^\s.,!?…]/u.test(line));
  return doubtedIfCorrected(lines.map((line) => read(line)));
}

const startsWithSetMark = /^(?:=|(?:стало|осталось|остаток)(?=[ :]))[ :]*/iu;

/** Reads an answer about an item that is already known: «+0,7», «0,7 л», «−0,5 бой», «= 3». */
export function parseQuantity(
  answer: string,
): { amounts: Amount[]; signed: boolean; because?: Reason; note?: string; sets?: boolean } | undefined {
  const text = withoutTrailing(tidy(answer));
  const now = startsWithSetMark.exec(text);
  if (now) {
    const amounts = unsignedAmounts(text.slice(now[0].length));
    return amounts && { amounts, signed: true, sets: true };
  }
  const given = reasonOf(text);
  const rest = given ? withoutTrailing(given.before) : text;
  const chain = closing(rest);
  if (isRange(chain)) return undefined;
  const because = given ? { because: given.reason, ...(given.note && { note: given.note }) } : {};
  if (chain[0]?.start === 0) return { amounts: chain.flatMap(({ amounts }) => amounts), signed: true, ...because };
  const amounts = unsignedAmounts(rest);
  return amounts && { amounts, signed: false, ...because };
}
