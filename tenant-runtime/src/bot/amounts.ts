import { createTrimEnd } from '@ostatok/kit/node/trim-end.ts';
import { MAX_QUANTITY, type Unit } from '../../contract/items.ts';

/** What a quantity was written in. `bottle` is a piece, or a known volume; */
type Measure = 'ml' | 'cl' | 'l' | 'g' | 'kg' | 'piece' | 'bottle';

/** One signed quantity as written, exact: `micros` is its millionth parts, `null` when it has more digits than we keep. */
export interface Amount {
  micros: number | null;
  measure: Measure | undefined;
  text: string;
}

const spellings: Record<Measure, string> = {
  ml: 'миллилитр(?:ами|ов|а|ы)?|мл|ml',
  cl: 'сантилитр(?:ами|ов|а|ы)?|cl',
  l: 'литр(?:ами|ов|а|ы|у)?|лтр|л|l',
  g: 'грамм(?:ами|ов|а|ы)?|гр|г|gr|g',
  kg: 'килограмм(?:ами|ов|а|ы)?|кило|кг|kg',
  piece: 'штук(?:ами|а|и|у)?|штучк(?:а|и|у)|шт|ед|pcs|банк(?:а|и|у)|банок',
  bottle: 'бутыл(?:ками|ка|ки|ку|ок)|бутылоч(?:ка|ки|ку|ек)|бут',
};
const measures = Object.keys(spellings) as Measure[];
/** Longer words first, so that «литров» is not read as «л» and a rest. */
const UNIT = `(?:${measures.map((measure) => spellings[measure]).join('|')})`;

const words: Record<string, number> = {
  ноль: 0,
  пол: 0.5,
  половина: 0.5,
  половину: 0.5,
  один: 1,
  одна: 1,
  одну: 1,
  одно: 1,
  полтора: 1.5,
  полторы: 1.5,
  два: 2,
  две: 2,
  три: 3,
  четыре: 4,
  пять: 5,
  шесть: 6,
  семь: 7,
  восемь: 8,
  девять: 9,
  десять: 10,
  одиннадцать: 11,
  двенадцать: 12,
  тринадцать: 13,
  четырнадцать: 14,
  пятнадцать: 15,
  шестнадцать: 16,
  семнадцать: 17,
  восемнадцать: 18,
  девятнадцать: 19,
  двадцать: 20,
  тридцать: 30,
  сорок: 40,
  пятьдесят: 50,
  сто: 100,
};
const WORD = `(?:${Object.keys(words)
  .sort((a, b) => b.length - a.length)
  .join('|')})`;

/** «0 , 5», «1 000», «0,7», «,5», «двадцать четыре», «пол-литра» (whose unit follows). */
export const QUANTITY = [
  '0 ?[.,] ?\\d+',
  '\\d{1,3}(?: \\d{3}){1,12}(?:[.,]\\d+)?(?![\\p{L}\\p{N}])',
  '\\d+(?:[.,]\\d+)?',
  '[.,]\\d+',
  `пол-?(?=литр|кило|бутыл)`,
  `${WORD}(?: ${WORD})?(?![\\p{L}\\p{N}])`,
].join('|');

/** A quantity with its unit, in named groups; matches up to a border of words. */
export const AMOUNT = `(?<quantity>${QUANTITY})(?: ?(?<unit>${UNIT})\\.?)?(?![\\p{L}\\p{N}]|[.,]\\p{N})`;

const measureOf = (unit: string): Measure | undefined =>
  measures.find((measure) => new RegExp(`^(?:${spellings[measure]})$`, 'iu').test(unit));

/** A sum of two words only as tens and ones: «двадцать четыре». */
function wordsValue(text: string): number | null {
  const [first = 0, second] = text
    .toLowerCase()
    .split(' ')
    .map((word) => words[word] ?? Number.NaN);
  if (second === undefined) return first;
  return first >= 20 && first < 100 && second >= 1 && second < 10 ? first + second : null;
}

const withoutZeros = createTrimEnd(/0/);

function microsOf(text: string): number | null {
  if (/^пол-?$/iu.test(text)) return 500_000;
  if (/\p{L}/u.test(text)) {
    const value = wordsValue(text);
    return value === null ? null : value * 1_000_000;
  }
  const [whole = '', fraction = ''] = text.replaceAll(' ', '').split(/[.,]/);
  const kept = withoutZeros(fraction);
  if (whole.replace(/^0+/, '').length > 9) return Number.POSITIVE_INFINITY;
  return kept.length > 6 ? null : Number(`${whole || '0'}${kept.padEnd(6, '0')}`);
}

export function amountFrom(sign: 1 | -1, quantity: string, unit: string | undefined, text: string): Amount {
  const micros = microsOf(quantity);
  return { micros: micros === null ? null : sign * micros, measure: unit ? measureOf(unit) : undefined, text };
}

export type Refusal = 'unit' | 'precision' | 'range' | 'zero' | 'minus';
type Converted = { delta: number } | { refusal: Refusal; text: string };

/** What conversion needs to know of an item. */
export interface Measured {
  unit: Unit;
  volumeMl: number | null;
}

/** Factor from a measure to the item's unit as a fraction, or undefined when they do not fit. */
function factorOf(measure: Measure | undefined, item: Measured): [number, number] | undefined {
  if (measure === undefined) return [1, 1];
  if (item.unit === 'шт') return measure === 'piece' || measure === 'bottle' ? [1, 1] : undefined;
  if (item.unit === 'кг') return measure === 'kg' ? [1, 1] : measure === 'g' ? [1, 1000] : undefined;
  if (measure === 'l') return [1, 1];
  if (measure === 'ml') return [1, 1000];
  if (measure === 'cl') return [1, 100];
  return measure === 'bottle' && item.volumeMl !== null ? [item.volumeMl, 1000] : undefined;
}

/** The sum of `amounts` in the item's unit, exact to three decimals. */
function sumOf(
  amounts: Amount[],
  item: Measured,
): { thousandths: number; text: string } | { refusal: Refusal; text: string } {
  let total = 0;
  for (const { micros, measure, text } of amounts) {
    const factor = factorOf(measure, item);
    if (!factor) return { refusal: 'unit', text };
    if (micros === null) return { refusal: 'precision', text };
    const [numerator, denominator] = [micros * factor[0], 1000 * factor[1]];
    if (Math.abs(numerator) > MAX_QUANTITY * 1000 * denominator) return { refusal: 'range', text };
    if (numerator % denominator !== 0) return { refusal: 'precision', text };
    total += numerator / denominator;
  }
  const text = amounts.map((amount) => amount.text).join(' ');
  return Math.abs(total) > MAX_QUANTITY * 1000 ? { refusal: 'range', text } : { thousandths: total, text };
}

/** How much the stock changes; never by nothing. */
export function toDelta(amounts: Amount[], item: Measured): Converted {
  const sum = sumOf(amounts, item);
  if ('refusal' in sum) return sum;
  return sum.thousandths === 0 ? { refusal: 'zero', text: sum.text } : { delta: sum.thousandths / 1000 };
}

/** How much is there, for a count: zero is a quantity, and nothing is taken away. */
export function toFound(amounts: Amount[], item: Measured): Converted {
  const minus = amounts.find(({ micros }) => micros !== null && micros < 0);
  if (minus) return { refusal: 'minus', text: minus.text };
  const sum = sumOf(amounts, item);
  return 'refusal' in sum ? sum : { delta: sum.thousandths / 1000 };
}
