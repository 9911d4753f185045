import type { Amount } from '../amounts.ts';
import { isMeasuring } from '../notes.ts';
import { spellings } from './measures.ts';
import { WORD } from './number-words.ts';
import { amountsFrom, SIGNED_AMOUNTS } from './quantity.ts';
import { partedQuantity } from './spaced.ts';

const quantity = new RegExp(`(?<![\\p{L}\\p{N}.,/])${SIGNED_AMOUNTS}(?! ?[%₽$€])`, 'giu');
/** Matches a unit before its number: users write «грамм 300» and «кило полтора» as often as «300 грамм». */
const unitFirst = new RegExp(
  `(?<=^| )(?<unit>${spellings.g}|${spellings.ml}|${spellings.l}|${spellings.kg}|${spellings.bottle}) (?<number>\\d+(?:[.,]\\d+)?|${WORD})(?= |$)`,
  'giu',
);
/** Matches the multiplication sign in «Абсолют х2». */
const timesFirst = /(?<= )[xх×] ?(?=\d)/giu;
/** Matches «столу 7»: the number of a table or room is not a quantity. */
const place = / (?:стол(?:у|а|ик|ику)?|комнат[аеу]) ?№? ?\d{1,3}(?= |$)/giu;
const signBefore = /(?:(?<plus>[+＋➕])|[-−–➖]) ?$/u;
/** Matches two signs in a row, as in «+-1» and «= -1», whose meaning is unclear. */
const signsBefore = /[-+=−–＋➕➖] ?[-+−–＋➕➖] ?$/u;

const wordsOf = (text: string): string[] =>
  text.split(' ').flatMap((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}%]+$/gu, '') || []);

/** Matches another number right after the quantity: «0,5/0,7», «2..3», «0,5~0,7». Which of them is meant is unclear. */
const otherNumber = /^ ?(?:\.{2,}|[…/\\~]) ?\p{N}/u;

export interface LooseQuantity {
  /** The amounts without a sign; undefined where their measure is unclear. */
  amounts: Amount[] | undefined;
  written: string;
  before: string[];
  /** The words after the quantity up to a comma; `later` holds the words after that comma. */
  after: string[];
  later: string[];
  /** The sign that stands before the quantity, if any. */
  sign?: 1 | -1;
  /** The quantity without its first group, which ends the words before it: 350 ml after «Гавана 3». */
  numbered?: LooseQuantity;
}

/** Finds every quantity that a line may hold, wherever it stands, with the words around it. */
export function looseQuantities(line: string): LooseQuantity[] {
  const text = line.replace(place, '').replace(timesFirst, '').replace(unitFirst, '$<number> $<unit>');
  return [...text.matchAll(quantity)].map((match): LooseQuantity => {
    const tail = text.slice(match.index + match[0].length);
    const [near = '', ...later] = tail.replace(/^ ?[,;] ?/u, '').split(/[,;]/u);
    const lead = text.slice(0, match.index);
    const isCertain = !isMeasuring(tail.trim()) && !otherNumber.test(tail) && !signsBefore.test(lead);
    const marked = signBefore.exec(lead);
    const written = match[0].trim();
    const found: LooseQuantity = {
      amounts: isCertain ? amountsFrom(1, match.groups ?? {}, written) : undefined,
      written,
      before: wordsOf(lead.slice(0, marked?.index)),
      after: wordsOf(near),
      later: wordsOf(later.join(' ')),
      ...(marked && { sign: marked.groups?.plus ? 1 : -1 }),
    };
    const parted = isCertain && /[\p{L}\p{N}] $/u.test(lead.slice(-2)) ? partedQuantity(written) : undefined;
    if (!parted) return found;
    const { number, ...rest } = parted;
    return { ...found, numbered: { ...found, ...rest, before: [...found.before, number] } };
  });
}
