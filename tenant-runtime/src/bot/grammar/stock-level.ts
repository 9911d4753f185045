import type { Amount } from '../amounts.ts';
import type { Change, Line, Reading } from './line.ts';
import { AMOUNTS, amountsFrom, SIGNED_AMOUNTS } from './quantity.ts';
import { endsWithUnsigned } from './refusal.ts';
import { nameOf } from './tidy.ts';

const ARROW = '->|=>|→';
const setMark = new RegExp(`${ARROW}|=|(?<= )(?:стало|осталось|остаток|ровно|равно)(?=[ :])`, 'giu');
const isArrow = new RegExp(`^(?:${ARROW})$`);
const unsigned = new RegExp(`^${AMOUNTS}$`, 'iu');
/** Beside a word for the stock a unit alone is a quantity: «осталось литр двести», «= бутылка». */
const level = new RegExp(`^${SIGNED_AMOUNTS}$`, 'iu');
const endsWithLevel = new RegExp(`(?:^| )${SIGNED_AMOUNTS}$`, 'iu');
const wasBefore = new RegExp(` было:? ${AMOUNTS}$`, 'iu');
const leftAfter = / (?:осталось|осталась|остался|остатке?|(?:в|на) остатке|в наличии)$/iu;
const leftBefore = /^(?:осталось|остался|осталась|стало|в остатке|на остатке|в наличии):? /iu;
const gone = /(?: ?[-–—:,])? (?:(?:за)?кончил(?:ся|ась|ось|ись)|нету?|по нулям|пуст(?:о|ой|ая)|на нуле)$/iu;

const goneFirst = /^(?:нет|(?:за)?кончил(?:ся|ась|ось|ись))(?: у нас)? (?=[^\p{N}]+$)/iu;

const levelWord = /^(?:ост|осталось|осталась|остался|остат(?:ок|ка|ке|ки)|стало|наличии|есть|имеется)$/iu;
/** Tells whether a word says that a quantity is in stock. */
export const isLevelWord = (word: string): boolean => levelWord.test(word);

function amountsBy(pattern: RegExp, text: string): Amount[] | undefined {
  const { groups } = pattern.exec(text) ?? {};
  return groups && amountsFrom(1, groups, text);
}

/** Reads a whole text as a quantity without a sign. */
export const unsignedAmounts = (text: string): Amount[] | undefined => amountsBy(unsigned, text);

/** Reads «Джемесон 0,7», a name followed by a quantity. */
export function nameAndQuantity(text: string, ending = endsWithUnsigned): Reading | undefined {
  const match = ending.exec(text);
  const name = nameOf(text.slice(0, match?.index));
  const amounts = match && amountsFrom(1, match.groups ?? {}, match[0].trim());
  return amounts && /\p{L}/u.test(name) ? { name, amounts } : undefined;
}

type Level = Pick<Change, 'main' | 'certainty' | 'was'>;

/** Reads a line that states the present stock: «Джемесон = 3», «Джемесон стало 3», «Джемесон было 4 стало 3». */
export function setReading(text: string): Level | undefined {
  const mark = [...text.matchAll(setMark)].at(-1);
  if (!mark) return undefined;
  const amounts = amountsBy(level, text.slice(mark.index + mark[0].length).replace(/^[ :]+/, ''));
  const before = nameOf(text.slice(0, mark.index)).replace(wasBefore, '');
  const arrow = isArrow.test(mark[0]);
  const was = arrow ? endsWithUnsigned.exec(before)?.[0].trim() : undefined;
  const name = arrow ? nameOf(before.replace(endsWithUnsigned, '')) : before;
  return amounts && /\p{L}/u.test(name)
    ? { main: { name, amounts }, certainty: arrow ? 'doubtful' : 'plain', ...(was && { was }) }
    : undefined;
}

const nothing: Amount[] = [{ micros: 0, measure: undefined, text: '0' }];

/**
 * Reads the present stock from words that have to be confirmed: «Бейлис 0,5 осталось», «в наличии бейлис 0,5»,
 * «апероль кончился».
 */
export function levelInWords(text: string): Line | undefined {
  const doubtful = (main: Reading | undefined): Line | undefined =>
    main && { kind: 'change', text, main, exact: [], certainty: 'doubtful', sets: true };
  const over = gone.exec(text);
  if (over && over.index > 0) return doubtful({ name: nameOf(text.slice(0, over.index)), amounts: nothing });
  if (goneFirst.test(text)) return doubtful({ name: nameOf(text.replace(goneFirst, '')), amounts: nothing });
  const after = leftAfter.exec(text);
  if (after) return doubtful(nameAndQuantity(text.slice(0, after.index)));
  return leftBefore.test(text) ? doubtful(nameAndQuantity(text.replace(leftBefore, ''), endsWithLevel)) : undefined;
}
