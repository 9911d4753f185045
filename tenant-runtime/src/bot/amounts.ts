import { createTrimEnd } from '@ostatok/kit/node/trim-end.ts';
import { MAX_QUANTITY, type Unit } from '../../contract/items.ts';

/** What a quantity was written in. `bottle` is a piece, or a known volume; `case` holds several of them. */
type Measure = 'ml' | 'cl' | 'l' | 'g' | 'kg' | 'piece' | 'bottle' | 'case';

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
  bottle: 'бутыл(?:ками|ка|ки|ку|ок)|бутылоч(?:ка|ки|ку|ек)|бут|б|кег(?:ами|а|и|у|ов)?|btl',
  case: 'ящик(?:ами|а|и|ов)?|кейс(?:а|ы|ов)?|короб(?:ка|ки|ку|ок)|упаков(?:ка|ки|ку|ок)|уп',
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
  шестьдесят: 60,
  семьдесят: 70,
  восемьдесят: 80,
  девяносто: 90,
  сто: 100,
  двести: 200,
  триста: 300,
  четыреста: 400,
  пятьсот: 500,
  шестьсот: 600,
  семьсот: 700,
  восемьсот: 800,
  девятьсот: 900,
};
const WORD = `(?:${Object.keys(words)
  .sort((a, b) => b.length - a.length)
  .join('|')})`;

/** «1 1/2», «½», «два с половиной», «0 , 5», «1 000», «0,7», «,5», «ноль тридцать пять», «пол-литра» (whose unit follows). */
export const QUANTITY = [
  '(?:\\d{1,3} )?[1-9]/(?:2|4|5|8|10)(?![\\d/])',
  '(?:\\d{1,3} ?)?[½¼¾]',
  `(?:\\d{1,3}|${WORD}) с половиной`,
  '0 ?[.,] ?\\d+',
  '\\d{1,3}(?: \\d{3}){1,12}(?:[.,]\\d+)?(?![\\p{L}\\p{N}])',
  '\\d+(?:[.,]\\d+)?',
  '[.,]\\d+',
  `пол-?(?=литр|кило|бутыл|ящик|кег)`,
  `${WORD}(?: ${WORD}){0,3}(?![\\p{L}\\p{N}])`,
].join('|');

/** A quantity with its unit, in named groups; matches up to a border of words. */
export const AMOUNT = `(?<quantity>${QUANTITY})(?: ?(?<unit>${UNIT})\\.?)?(?![\\p{L}\\p{N}]|[.,]\\p{N})`;

/** «1 л 500 мл», «2 бутылки и 300 мл»: what follows a quantity that has a unit. */
const MORE = `(?<more>(?: и)? (?<rest>\\d+(?:[.,]\\d+)?) ?(?<restUnit>${spellings.ml}|${spellings.g})\\.?(?![\\p{L}\\p{N}]))`;

/** One quantity, or one with a smaller measure after it. */
export const AMOUNTS = `${AMOUNT}${MORE}?`;

const measureOf = (unit: string): Measure | undefined =>
  measures.find((measure) => new RegExp(`^(?:${spellings[measure]})$`, 'iu').test(unit));

/** «ноль семь» is 0.7, «ноль ноль пять» 0.05. */
function afterZero(values: number[]): number | null {
  const from = values.findIndex((value) => value !== 0);
  const value = from < 0 ? null : sumOfWords(values.slice(from));
  return value === null || value >= 100 || !Number.isInteger(value)
    ? null
    : Number(`0.${'0'.repeat(from - 1)}${value}`);
}

/** Hundreds, tens and ones, each once and in this order: «двести пятьдесят». */
function sumOfWords(values: number[]): number | null {
  if (values.length === 1) return values[0] ?? null;
  let [sum, room] = [0, 1000];
  for (const value of values) {
    if (!Number.isInteger(value) || value < 1 || value >= room) return null;
    sum += value;
    room = value >= 100 ? 100 : value >= 20 ? 10 : 1;
  }
  return sum;
}

function wordsValue(text: string): number | null {
  const whole = text.toLowerCase().replace(/ с половиной$/, '');
  const values = whole.split(' ').map((word) => words[word] ?? Number(word));
  const value = values.length > 1 && values[0] === 0 ? afterZero(values) : sumOfWords(values);
  if (whole.length === text.length || value === null) return value;
  return Number.isInteger(value) ? value + 0.5 : null;
}

const fractionOf = /^(?:(\d+) ?)?(?:([1-9])\/(\d+)|([½¼¾]))$/;
const signsOfParts: Record<string, number> = { '½': 0.5, '¼': 0.25, '¾': 0.75 };

const withoutZeros = createTrimEnd(/0/);

function microsOf(text: string): number | null {
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

export function amountFrom(sign: 1 | -1, quantity: string, unit: string | undefined, text: string): Amount {
  const micros = microsOf(quantity);
  return { micros: micros === null ? null : sign * micros, measure: unit ? measureOf(unit) : undefined, text };
}

/** What AMOUNTS matched; undefined where a measure follows a bare number. */
export function amountsFrom(
  sign: 1 | -1,
  groups: Record<string, string | undefined>,
  text: string,
): Amount[] | undefined {
  const { quantity = '', unit, more, rest = '', restUnit } = groups;
  if (!more) return [amountFrom(sign, quantity, unit, text)];
  if (!unit) return undefined;
  const first = text.slice(0, text.length - more.length);
  return [amountFrom(sign, quantity, unit, first), amountFrom(sign, rest, restUnit, more.trim())];
}

export type Refusal = 'unit' | 'precision' | 'range' | 'zero' | 'minus' | 'volume' | 'pack';
type Converted = { delta: number } | { refusal: Refusal; text: string };

/** What conversion needs to know of an item. */
export interface Measured {
  unit: Unit;
  volumeMl: number | null;
  /** How many bottles or pieces its cases hold, where that is known. */
  packs?: readonly number[];
}

/** Factor from a measure to the item's unit as a fraction; what has to be known first; undefined when they do not fit. */
function factorOf(measure: Measure | undefined, item: Measured): [number, number] | 'volume' | 'pack' | undefined {
  if (measure === undefined) return [1, 1];
  if (measure === 'case') return caseFactor(item);
  if (item.unit === 'шт') return measure === 'piece' || measure === 'bottle' ? [1, 1] : undefined;
  if (item.unit === 'кг') return measure === 'kg' ? [1, 1] : measure === 'g' ? [1, 1000] : undefined;
  if (measure === 'l') return [1, 1];
  if (measure === 'ml') return [1, 1000];
  if (measure === 'cl') return [1, 100];
  if (measure !== 'bottle') return undefined;
  return item.volumeMl === null ? 'volume' : [item.volumeMl, 1000];
}

function caseFactor(item: Measured): ReturnType<typeof factorOf> {
  if (item.unit === 'кг') return undefined;
  const [pack, ...others] = new Set(item.packs ?? []);
  if (pack === undefined || others.length > 0) return 'pack';
  const bottle = factorOf('bottle', item);
  return Array.isArray(bottle) ? [pack * bottle[0], bottle[1]] : bottle;
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
    if (!Array.isArray(factor)) return { refusal: factor, text };
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
