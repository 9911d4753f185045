/** How recipes write amounts. The panel and the server compute with it; everything is exact until the last rounding. */
import type { Unit } from './items.ts';

type Of = 'ml' | 'g' | 'piece';
export interface Measure {
  of: Of;
  /** Thousandths of a millilitre, of a gram or of a piece. */
  size: number;
}

/**
 * Sizes of a bar's measures in thousandths. An ounce is the 30 ml of bar jiggers and of the IBA's conversions, and not the
 * 29.57 of the book; a dash is 0.9 ml, a drop a twentieth of a millilitre, a splash a fifth of an ounce; spoons are 5 ml,
 * a bar spoon too, and a tablespoon 15. A shot, a pinch or a part has no size.
 */
const measures: [of: Of, size: number, words: string][] = [
  ['ml', 1000, 'мл ml миллилитр миллилитра миллилитров mililitr mililiter milliliter millilitre mls 111'],
  ['ml', 10_000, 'сл cl сантилитр сантилитра сантилитров centiliter centilitre'],
  ['ml', 100_000, 'дл dl децилитр'],
  ['ml', 1_000_000, 'л l lt ltr литр литра литров литры liter litre liters litres 112'],
  ['ml', 30_000, 'oz унция унции унций ounce ounces floz fluidounce жидкаяунция'],
  ['ml', 900, 'dash dashes дэш деш дэша дэшей даш'],
  ['ml', 50, 'drop drops капля капли капель'],
  ['ml', 6000, 'splash splashes сплеш сплэш всплеск'],
  ['ml', 5000, 'barspoon barspoons bsp барнаяложка барныеложки барныхложек барнойложки барл бл'],
  ['ml', 5000, 'tsp teaspoon teaspoons чайнаяложка чайныеложки чайныхложек чл члож'],
  ['ml', 15_000, 'tbsp tablespoon tablespoons столоваяложка столовыеложки столовыхложек стл стлож'],
  ['g', 1, 'мг mg'],
  ['g', 1000, 'г гр g gr gram grams gramm грамм грамма граммов 163'],
  ['g', 1_000_000, 'кг kg kilogram килограмм килограмма килограммов 166'],
  [
    'piece',
    1000,
    'шт штук штука штуки pcs pc p piece pieces unit units szt ea each порц порция порции порций portion 796',
  ],
];
const fold = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}]+/gu, '');
const byWord = new Map(
  measures.flatMap(([of, size, words]) => words.split(' ').map((word) => [fold(word), { of, size }])),
);

export const measureOf = (unit: string): Measure | undefined => byWord.get(fold(unit));

/** Words that fill a glass and name no amount: «топ», «top up», «долить». */
const TO_TOP = /^(топ|top|долить|доверху|до верха|fill|залить)(\s?(up|with|ап))?$/i;
export const isToTop = (unit: string): boolean => TO_TOP.test(unit.trim());

/** What an amount is converted by. */
export interface MeasuredItem {
  unit: Unit;
  volume_ml: number | null;
  density_g_per_ml: string | number | null;
}

/** Quantities are whole billionths of a unit. */
export const BILLION = 1_000_000_000n;

const DECIMAL = /^(\d{1,15})(?:\.(\d{0,12}))?$/;
/** Reads «0.7» or 0.7 into billionths; undefined if it is none, or below zero. */
export function billionthsOf(amount: string | number): bigint | undefined {
  const match = DECIMAL.exec(typeof amount === 'number' ? plainNumber(amount) : amount);
  return match ? BigInt((match[1] ?? '') + (match[2] ?? '').slice(0, 9).padEnd(9, '0')) : undefined;
}
const plainNumber = (value: number): string => (Number.isFinite(value) ? value.toFixed(9) : '');

/** Divides and rounds half up; neither is below zero. */
export const divided = (amount: bigint, by: bigint): bigint => (2n * amount + by) / (2n * by);

export const fromBillionths = (quantity: bigint): number => Number(quantity) / 1e9;

export type Conversion = { quantity: bigint; question?: never } | { quantity?: never; question: string };
const question = (text: string): Conversion => ({ question: text });

const NO_DENSITY = 'У позиции не указана плотность: не перевести объём в вес';
const NO_VOLUME = 'У позиции не указан объём бутылки';
const NO_PIECE = 'Не известно, сколько весит одна штука';

/** Millilitres of one unit of the item, in thousandths: a litre, a bottle, or a kilogram by its density. */
function millilitresOf({ unit, volume_ml, density_g_per_ml }: MeasuredItem): { n: bigint; d: bigint } | string {
  if (unit === 'л') return { n: 1_000_000n, d: 1n };
  if (unit === 'шт') return volume_ml ? { n: BigInt(volume_ml) * 1000n, d: 1n } : NO_VOLUME;
  const density = density_g_per_ml === null ? undefined : billionthsOf(density_g_per_ml);
  return density ? { n: 1_000_000n * BILLION, d: density } : NO_DENSITY;
}

/** Grams of one unit of the item, in thousandths. */
function gramsOf(item: MeasuredItem): { n: bigint; d: bigint } | string {
  if (item.unit === 'кг') return { n: 1_000_000n, d: 1n };
  const density = item.density_g_per_ml === null ? undefined : billionthsOf(item.density_g_per_ml);
  if (!density) return item.unit === 'шт' ? NO_PIECE : NO_DENSITY;
  const volume = millilitresOf(item);
  return typeof volume === 'string' ? volume : { n: volume.n * density, d: volume.d * BILLION };
}

function unitIn(of: Of, item: MeasuredItem): { n: bigint; d: bigint } | string {
  if (of === 'ml') return millilitresOf(item);
  if (of === 'g') return gramsOf(item);
  if (item.unit === 'шт') return { n: 1000n, d: 1n };
  if (item.unit === 'кг') return NO_PIECE;
  return item.volume_ml ? { n: 1_000_000_000n, d: BigInt(item.volume_ml) * 1000n } : NO_VOLUME;
}

/** Converts an amount as it is written into units of the item; a sentence where that cannot be known. */
export function quantityOf(
  { amount, unit }: { amount: string | number | null; unit: string | null },
  item: MeasuredItem,
): Conversion {
  if (unit && isToTop(unit)) return question('«До верха» — это сколько?');
  const given = amount === null ? undefined : billionthsOf(amount);
  if (!given) return question('Не указано, сколько');
  if (!unit) return question('Не указана единица');
  const measure = measureOf(unit);
  if (!measure) return question(`Единица «${unit}» непонятна`);
  const one = unitIn(measure.of, item);
  if (typeof one === 'string') return question(one);
  return { quantity: divided(given * BigInt(measure.size) * one.d, one.n) };
}

/** Kopecks of a quantity, not rounded: in billionths. */
export const worthOf = (quantity: bigint, costKopecks: number): bigint => quantity * BigInt(costKopecks);

/** Rounds billionths of a kopeck half up; the only rounding of a cost. */
export const kopecksOf = (worth: bigint): number => Number(divided(worth, BILLION));

const SERVING = [
  /\(\s*(\d{1,2}[.,]\d{1,3})\s*(л|l)?\.?\s*\)/iu,
  /(?<![\d.,])(\d{1,4}(?:[.,]\d{1,2})?)\s?(мл|ml)\.?(?![\p{L}\d])/iu,
  /(?<![\d.,])(\d{1,2}(?:[.,]\d{1,3})?)\s?(сл|cl)\.?(?![\p{L}\d])/iu,
  /(?<![\d.,])(\d{1,2}(?:[.,]\d{1,3})?)\s?(л|l)\.?(?![\p{L}\d])/iu,
  /(?<![\d.,])(\d[.,]\d{1,3})\s*\.?\s*$/u,
];
const SERVING_ML: Record<string, number> = { мл: 1, ml: 1, сл: 10, cl: 10 };
const LARGEST_SERVING_ML = 5000;

/** Reads how much a portion holds from a dish's name: «Пиво (0,4)», «Латте 350 мл»; undefined where it does not say. */
export function servingMlOf(name: string): number | undefined {
  for (const pattern of SERVING) {
    const [, amount, unit = 'л'] = pattern.exec(name) ?? [];
    if (amount === undefined) continue;
    const ml = Math.round(Number(amount.replace(',', '.')) * (SERVING_ML[unit.toLowerCase()] ?? 1000) * 100) / 100;
    if (ml > 0 && ml <= LARGEST_SERVING_ML) return ml;
  }
  return undefined;
}
