import { createTrimEnd } from '@ostatok/kit/node/trim-end.ts';
import type { Amount } from '../amounts.ts';
import { type Measure, measureOf, ONE, spellings, UNIT } from './measures.ts';
import { DECIMAL, HUNDREDS, WITH_PART, WORD, wordsValue } from './number-words.ts';

/**
 * Matches «1 1/2», «½», «два с половиной», «0 , 5», «1 000», «0,7», «,5», «ноль тридцать пять», and «пол-» before a
 * unit («пол-литра»).
 */
export const QUANTITY = [
  '(?:\\d{1,3} )?[1-9]/(?:2|4|5|8|10)(?![\\d/])',
  '(?:\\d{1,3} ?)?[½¼¾]',
  `(?:${WITH_PART})(?![\\p{L}\\p{N}])`,
  '0 ?[.,] ?\\d+',
  // «07» is not a quantity: some users mean 0,7 by it and others mean 7.
  '(?!0\\d)\\d{1,3}(?: \\d{3}){1,12}(?:[.,]\\d+)?(?![\\p{L}\\p{N}])',
  '(?!0\\d)\\d+(?:[.,]\\d+)?',
  '[.,]\\d+',
  `пол-?(?=литр|кило|бутыл|ящик|кег|дюжин)`,
  `${DECIMAL}(?![\\p{L}\\p{N}])`,
  `${WORD}(?: ${WORD}){0,4}(?![\\p{L}\\p{N}])`,
].join('|');

const BORDER = '(?![\\p{L}\\p{N}]|[.,]\\p{N})';
/** Matches the point where «1кг200» and «2х0,7» go on without a space. */
const GOES_ON = '(?<=[кгл])(?=[1-9]\\d[05](?![\\p{L}\\p{N}]))|(?=[xх]\\d)';

/**
 * Matches what may follow a quantity that has a unit: «1 л 500 мл», «2 бутылки и 300 мл», «1кг200», «литр двести», «2
 * ящика и 5 шт».
 */
const after = (unit: string): string => `(?<=(?:${unit})\\.?(?: и)? ?)`;
const SMALLER = `(?<rest>\\d+(?:[.,]\\d+)?|${HUNDREDS}) ?(?<restUnit>${spellings.ml}|${spellings.g})\\.?`;
const SINGLE = `${after(spellings.case)}(?<single>\\d{1,3}) ?(?:${spellings.piece}|${spellings.bottle})\\.?`;
const HUNDRED = `${after(`${spellings.kg}|${spellings.l}`)}(?<hundreds>[1-9]\\d[05]|(?<= )${HUNDREDS})`;
const LOOSE = '(?<= и )(?<loose>0[.,]\\d+|\\d{1,2})';
const HALF = `${after(UNIT)}(?<half>с половиной)`;
const MORE = `(?<more>(?: и)? ?(?:${SMALLER}|${SINGLE}|${HUNDRED}|${LOOSE}|${HALF})${BORDER})`;
/** «2х0,7», «3 бутылки по 0,7», «2 шота по 50 мл», «2 ящика по 24». */
const TIMES = `(?<times>(?: (?<serving>шот(?:а|ов)?|бокал(?:а|ов)?|порци[июяй]|рюм(?:ка|ки|ку|ок)))?(?: ?[xх×*] ?| по )(?<each>(?!0\\d)\\d+(?:[.,]\\d+)?|н[оу]ль(?: ${WORD}){1,2})(?: ?(?<eachUnit>${UNIT})\\.?)?${BORDER})`;

const amountsOf = (quantity: string): string =>
  `(?<quantity>${quantity})(?: ?(?<unit>${UNIT})\\.?)?(?:${BORDER}|${GOES_ON})(?:${MORE}|${TIMES})?`;

/**
 * Matches one quantity, one with a smaller measure after it, or a product of two, in named groups and up to a word
 * border.
 */
export const AMOUNTS = amountsOf(QUANTITY);
/** Matches the same after a sign, where a unit alone also counts as a quantity: «минус бутылка». */
export const SIGNED_AMOUNTS = amountsOf(`${QUANTITY}|(?=${ONE}(?![\\p{L}\\p{N}]))`);

const fractionOf = /^(?:(\d+) ?)?(?:([1-9])\/(\d+)|([½¼¾]))$/;
const signsOfParts: Record<string, number> = { '½': 0.5, '¼': 0.25, '¾': 0.75 };

const withoutZeros = createTrimEnd(/0/);

function microsOf(text: string): number | null {
  if (text === '') return 1_000_000;
  if (/^пол-?$/iu.test(text)) return 500_000;
  if (/\p{L}/u.test(text)) {
    const value = wordsValue(text);
    return value === null ? null : Math.round(value * 1_000_000);
  }
  const [, ones = '0', upper, lower, part = ''] = fractionOf.exec(text) ?? [];
  if (upper || part) {
    const value = Number(ones) + (upper ? Number(upper) / Number(lower) : (signsOfParts[part] ?? 0));
    return Math.round(value * 1_000_000);
  }
  const [whole = '', fraction = ''] = text.replaceAll(' ', '').split(/[.,]/);
  const kept = withoutZeros(fraction);
  if (whole.replace(/^0+/, '').length > 9) return Number.POSITIVE_INFINITY;
  return kept.length > 6 ? null : Number(`${whole || '0'}${kept.padEnd(6, '0')}`);
}

type Groups = Record<string, string | undefined>;
const signedMicros = (sign: 1 | -1, micros: number | null): number | null => (micros === null ? null : sign * micros);

function amountFrom(sign: 1 | -1, quantity: string, measure: Measure | undefined, text: string): Amount {
  return { micros: signedMicros(sign, microsOf(quantity)), measure, text };
}

const isWhole = (micros: number | null): micros is number => micros !== null && micros % 1_000_000 === 0;

/** Returns the measure of the smaller quantity after the first; undefined where it is unclear. */
function restMeasure(measure: Measure, { quantity = '', restUnit, single, hundreds, loose }: Groups) {
  if (restUnit) return measureOf(restUnit);
  if (single) return 'bottle';
  if (hundreds) return !isWhole(microsOf(quantity)) ? undefined : measure === 'kg' ? 'g' : 'ml';
  if (loose?.startsWith('0')) return measure === 'bottle' ? 'l' : undefined;
  return measure === 'case' ? 'bottle' : undefined;
}

/** The largest number of bottles in one line. A bare number of at least LEAST_PRICE after «по» is a price. */
const MOST_TIMES = 999;
const LEAST_PRICE = 100_000_000;
const LARGEST_SERVING = 100_000_000;

/** Multiplies a count by a quantity; undefined where the measure is unclear. */
function productOf(sign: 1 | -1, groups: Groups, text: string): Amount[] | undefined {
  const { quantity = '', unit, serving, each = '', eachUnit, times = '' } = groups;
  const measure = unit ? measureOf(unit) : undefined;
  const [first, second] = [microsOf(quantity), microsOf(each)];
  if (first === null || second === null) return undefined;
  const worked = (micros: number, of: Measure | undefined): Amount[] => [
    { micros: sign * micros, measure: of, text, worked: true },
  ];
  const inUnits = measure !== undefined && !['bottle', 'carton', 'piece', 'case'].includes(measure);
  const [count, value] = inUnits || !isWhole(first) ? [second, first] : [first, second];
  if (!isWhole(count) || count < 1 || count > MOST_TIMES * 1_000_000) return undefined;
  const product = (count / 1_000_000) * value;
  if (inUnits) return eachUnit ? undefined : worked(product, measure);
  if (measure === 'case') return eachUnit || !isWhole(value) ? undefined : worked(product, 'bottle');
  if (eachUnit) return worked(product, measureOf(eachUnit));
  if (serving) return value <= LARGEST_SERVING ? worked(product, 'ml') : undefined;
  if (times.startsWith(' по') && value >= LEAST_PRICE) return undefined;
  return worked(product, isWhole(value) ? undefined : 'l');
}

/** Turns the groups that AMOUNTS matched into amounts; undefined where a smaller measure follows a bare number. */
export function amountsFrom(sign: 1 | -1, groups: Groups, text: string): Amount[] | undefined {
  const { quantity = '', unit, more, times, rest, single, hundreds, loose, half } = groups;
  if (times) return productOf(sign, groups, text);
  const measure = unit ? measureOf(unit) : undefined;
  if (!more) return [amountFrom(sign, quantity, measure, text)];
  const first = text.slice(0, text.length - more.length);
  if (half && measure && isWhole(microsOf(quantity))) {
    return [amountFrom(sign, quantity, measure, first), amountFrom(sign, 'пол', measure, more.trim())];
  }
  const smaller = measure && restMeasure(measure, groups);
  if (!smaller) return undefined;
  return [
    amountFrom(sign, quantity, measure, first),
    amountFrom(sign, rest ?? single ?? hundreds ?? loose ?? '', smaller, more.trim()),
  ];
}
