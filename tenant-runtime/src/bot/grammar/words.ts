import { MAX_NAME } from '../../../contract/items.ts';
import { type Line, type LineRefusal, type Reading, readingsOf } from './line.ts';
import { refusalOf } from './refusal.ts';
import { closing, isGlued, isRange, type Signed, signedAmounts, signedInside } from './signed.ts';
import { setReading } from './stock-level.ts';
import { nameOf } from './tidy.ts';

/** A name may be twice as long as the limit here, because normalisation can shorten it. */
const LONGEST_NAME = 2 * MAX_NAME;

const endsWithMark = /[+＋﹢➕✚\-−–‐‑‒﹣－➖=]$/u;
/** Reads «+1 Абсолют». It is understood but has to be confirmed, because no other line puts the quantity first. */
function quantityFirst(text: string): Reading | undefined {
  const first = signedAmounts(text)[0];
  if (first?.start !== 0) return undefined;
  const name = nameOf(text.slice(first.end));
  return /^\p{L}/u.test(name) && !signedInside.test(name) ? { name, amounts: first.amounts } : undefined;
}

/** Returns readings whose names include some of the signs. Names longer than any item's name can be are skipped. */
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

/** Matches a present stock within a name: «бифитер=1,4 гордонс», «джемесон = 2 бут». */
const levelInside = /= ?[\d.,]*\d/u;
const holdsQuantity = (name: string): boolean => signedInside.test(name) || levelInside.test(name);

/** Reads a line that does not end with a signed quantity. */
function withoutSign(whole: string, text: string): Line {
  const exact = readingsOf(whole, text);
  const first = quantityFirst(text);
  if (first) return { kind: 'change', text, main: first, exact, certainty: 'doubtful' };
  const now = setReading(text);
  if (now && !holdsQuantity(now.main.name)) return { kind: 'change', text, exact, sets: true, ...now };
  if (now && levelInside.test(now.main.name))
    return { kind: 'refused', text, exact, reason: 'two-quantities', wrong: '', name: now.main.name };
  return { kind: 'refused', text, exact: [], ...refusalOf(text) };
}

/** Reads a line of name, sign and quantity. */
export function parseWords(whole: string, text: string): Line {
  const chain = closing(text);
  const [first] = chain;
  if (!first) return withoutSign(whole, text);
  const name = nameOf(text.slice(0, first.start));
  const exact = [...readingsOf(whole, text), ...readingsWithSigns(whole, text, chain)];
  const refused = (reason: LineRefusal, wrong = ''): Line => ({ kind: 'refused', reason, wrong, name, text, exact });
  if (!/[\p{L}\p{N}]/u.test(name)) return refused('no-name');
  const before = text.slice(0, first.start).trimEnd();
  if (endsWithMark.test(before)) return refused('bad-quantity', text.slice(before.length - 1));
  if (holdsQuantity(name)) return refused('two-quantities');
  const main = { name, amounts: chain.flatMap(({ amounts }) => amounts) };
  if (isRange(chain)) {
    const names = exact.filter(({ amounts }) => amounts.length < main.amounts.length);
    return { ...refused('bad-quantity', text.slice(first.start)), exact: names };
  }
  const certainty = first.dash ? 'doubtful' : isGlued(text, first) ? 'glued' : 'plain';
  return { kind: 'change', text, main, exact, certainty };
}
