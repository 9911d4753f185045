import type { FoundItem } from '../items/find-item.ts';
import type { Amount } from './amounts.ts';

/** Reads grams of a liquid as millilitres, because bartenders say «150 грамм водки». */
const pouredGrams = (amounts: Amount[], { unit }: FoundItem): Amount[] | undefined =>
  unit === 'л' && amounts.every(({ measure }) => measure === 'g')
    ? amounts.map((amount) => ({ ...amount, measure: 'ml' }))
    : undefined;

/** Reads the bare number in «+2 +3 бут» as bottles too; only the writer knows, so it is asked about. */
function inBottles(amounts: Amount[], { unit }: FoundItem): Amount[] | undefined {
  const bottled = unit === 'л' && amounts.some(({ measure }) => measure === 'bottle' || measure === 'case');
  const isBare = ({ measure, micros }: Amount): boolean => !measure && micros !== null && micros % 1_000_000 === 0;
  return bottled && amounts.some((amount) => isBare(amount) && amount.micros !== 0)
    ? amounts.map((amount) => (isBare(amount) ? { ...amount, measure: 'bottle' } : amount))
    : undefined;
}

const LEAST_KEG_ML = 10_000;
const MOST_KEGS = 5;

/** Reads «Хейнекен кег -1» as one keg rather than one litre; only the writer knows, so it is asked about. */
function inKegs(amounts: Amount[], { unit, volumeMl }: FoundItem): Amount[] | undefined {
  const isKegs = ({ measure, micros }: Amount): boolean =>
    !measure &&
    micros !== null &&
    micros !== 0 &&
    micros % 1_000_000 === 0 &&
    Math.abs(micros) <= MOST_KEGS * 1_000_000;
  return unit === 'л' && (volumeMl ?? 0) >= LEAST_KEG_ML && amounts.every(isKegs)
    ? amounts.map((amount) => ({ ...amount, measure: 'bottle' }))
    : undefined;
}

/** Reads «Абсолют +2 шт» as bottles, if the item is counted in litres. */
export const piecesAsBottles = (amounts: Amount[], { unit }: FoundItem): Amount[] | undefined =>
  unit === 'л' && amounts.every(({ measure }) => measure === 'piece')
    ? amounts.map((amount) => ({ ...amount, measure: 'bottle' }))
    : undefined;

const feminine = /(?:^| )(?:одн[ау]|две|обе)$/iu;

/**
 * Reads «Просекко минус одну» as a bottle, because a litre would be «один»; only the writer knows, so it is asked
 * about.
 */
const inFeminine = (amounts: Amount[], { unit }: FoundItem): Amount[] | undefined =>
  unit === 'л' && amounts.every(({ measure, text }) => !measure && feminine.test(text))
    ? amounts.map((amount) => ({ ...amount, measure: 'bottle' }))
    : undefined;

const numberInName = /\d+[.,]\d+/g;

/**
 * Reads «Боржоми -0,5» as one piece, where the item is called «Боржоми 0,5»; only the writer knows, so it is asked
 * about.
 */
function asNamedVolume(amounts: Amount[], { unit, name }: FoundItem): Amount[] | undefined {
  const [amount, ...others] = amounts;
  const { micros = null, measure } = amount ?? {};
  if (unit !== 'шт' || !amount || others.length > 0 || measure || micros === null || micros % 1_000_000 === 0)
    return undefined;
  const volumes = (name.match(numberInName) ?? []).map((number) => Number(number.replace(',', '.')) * 1_000_000);
  return volumes.some((volume) => Math.round(volume) === Math.abs(micros))
    ? [{ ...amount, micros: Math.sign(micros) * 1_000_000 }]
    : undefined;
}

/** The amounts in the measure that the item's unit makes of them, where that is another than was written. */
export const otherMeasure = (amounts: Amount[], item: FoundItem): Amount[] | undefined =>
  pouredGrams(amounts, item) ?? piecesAsBottles(amounts, item);

/** The readings of the amounts for this item among which only the writer can tell; none where they are plain. */
export function doubtfulReadings(amounts: Amount[], item: FoundItem): Amount[][] {
  const other = otherMeasure(amounts, item);
  if (other) return [other];
  const pieces =
    inBottles(amounts, item) ?? inKegs(amounts, item) ?? inFeminine(amounts, item) ?? asNamedVolume(amounts, item);
  if (pieces) return [pieces, amounts];
  return amounts.some(({ worked }) => worked) ? [amounts] : [];
}
