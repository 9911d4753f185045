import { plain } from './words.ts';

/** What a name says in numbers. */
export interface Measures {
  volumeMl?: number;
  /** Alcohol in per cent of the volume. */
  strength?: number;
  /** The year of the harvest. */
  vintage?: number;
  /** Years of ageing. */
  age?: number;
  /** How many bottles a case has. */
  pack?: number;
}

const numeral = String.raw`(\d{1,4}(?:[.,]\d{1,3})?)`;
const litres = '(?:литр(?:а|ов|ы)?|лит|ltr|liter|litre|л|l)';
const millilitres = '(?:мл|ml|миллилитр(?:а|ов)?)';
const centilitres = '(?:cl|сл)';
const end = String.raw`(?![\p{L}\d])`;

const numberOf = (text: string): number => Number(text.replace(',', '.'));
const whole = (value: number): number => Math.round(value);

/** Recognises one measure; `read` returns undefined if the text is something else. */
interface Reader {
  pattern: RegExp;
  read: (groups: string[]) => Measures | undefined;
}

const SMALLEST_ML = 10;
const LARGEST_ML = 60_000;
const volume = (ml: number): Measures | undefined =>
  ml >= SMALLEST_ML && ml <= LARGEST_ML ? { volumeMl: whole(ml) } : undefined;

const MOST_PACK = 200;
function packed(pack: string, ml: number): Measures | undefined {
  const found = volume(ml);
  return found && Number(pack) <= MOST_PACK ? { ...found, pack: Number(pack) } : undefined;
}

const LITRES: [unit: string, ml: number][] = [
  [millilitres, 1],
  [centilitres, 10],
  [litres, 1000],
];

/** «6x0.5л», «4x 250ml», then «0,75*6», then the volume alone. */
const volumes: Reader[] = LITRES.flatMap(([unit, ml]) => [
  {
    pattern: new RegExp(String.raw`(?<!\d|\d[.,])(\d{1,3})\s?[xх×*]\s?${numeral}\s?${unit}${end}`, 'gu'),
    read: ([pack = '', size = '']) => packed(pack, numberOf(size) * ml),
  },
  {
    pattern: new RegExp(String.raw`(?<!\d|\d[.,])${numeral}\s?${unit}\s?[xх×*/]\s?(\d{1,3})${end}`, 'gu'),
    read: ([size = '', pack = '']) => packed(pack, numberOf(size) * ml),
  },
  {
    pattern: new RegExp(String.raw`(?<!\d|\d[.,])${numeral}\s?${unit}${end}`, 'gu'),
    read: ([size = '']) => volume(numberOf(size) * ml),
  },
]);

/** Litres without a unit: «0,75*6», «0.7», «1.0». */
const LARGEST_BARE = 3;
const bareVolumes: Reader[] = [
  {
    pattern: /(?<!\d|\d[.,])(\d[.,]\d{1,3}|1)\s?[xх×*]\s?(\d{1,3})(?![\p{L}\d])/gu,
    read: ([size = '', pack = '']) => packed(pack, numberOf(size) * 1000),
  },
  {
    pattern: /(?<!\d|\d[.,])(0[.,]\d{1,3}|[123][.,](?:0|5|75))(?![\d%]|\s?%|[.,]\d)/gu,
    read: ([size = '']) => (numberOf(size) <= LARGEST_BARE ? volume(numberOf(size) * 1000) : undefined),
  },
];

const STRONGEST = 96;
const strengths: Reader[] = [
  {
    pattern: /(?<!\d|\d[.,])(\d{1,2}(?:[.,]\d{1,2})?)\s?(?:%|°|(?:град|об|vol|abv)(?!\p{L}))/gu,
    read: ([text = '']) => (numberOf(text) <= STRONGEST ? { strength: numberOf(text) } : undefined),
  },
];

const years = String.raw`(?:-?\s?(?:лет(?:н\p{L}*)?|года?|year|years|yr|yrs|y\.?\s?o|ans|a[nñ]os|anni|jahre|vuotta))`;
const ages: Reader[] = [
  {
    pattern: new RegExp(String.raw`(?<!\d|\d[.,-])(?:\d{1,2}-)?(\d{1,2})\s?${years}${end}(?:\s?old${end})?`, 'gu'),
    read: ([text = '']) => (Number(text) > 0 ? { age: Number(text) } : undefined),
  },
];

const vintages: Reader[] = [
  {
    pattern: /(?<!\d|\d[.,])((?:19[5-9]|20[0-4])\d)(?:\s?г(?:од)?\.?(?!\p{L}))?(?![\d.,]\d|\d|\p{L})/gu,
    read: ([text = '']) => ({ vintage: Number(text) }),
  },
];

const packs: Reader[] = [
  {
    pattern: /(?<!\d|\d[.,])1\s?\/\s?(\d{1,3})(?![\d\p{L}])/gu,
    read: ([pack = '']) => (Number(pack) > 1 && Number(pack) <= MOST_PACK ? { pack: Number(pack) } : undefined),
  },
  {
    pattern:
      /(?<!\d|\d[.,])[xх×*](\d{1,3})(?![\d\p{L}])|(?<!\d|\d[.,])(\d{1,3})(?:\s?шт|-pack|\s?pack|\s?бут)(?!\p{L})/gu,
    read: ([a, b]) => (Number(a ?? b) > 1 ? { pack: Number(a ?? b) } : undefined),
  },
];

/** Takes the first measure that one reader finds and blanks all that look like it. */
function take(text: string, readers: Reader[], found: Measures): string {
  let rest = text;
  for (const { pattern, read } of readers) {
    rest = rest.replace(pattern, (match, ...parts) => {
      const measure = read(parts.slice(0, -2).map((part) => part as string));
      if (!measure) return match;
      for (const [name, value] of Object.entries(measure)) found[name as keyof Measures] ??= value;
      return ' ';
    });
  }
  return rest;
}

/** Reads how much a bottle holds; `rest` is the text without it, in lower case. */
export function volumeOf(text: string): { volumeMl: number | undefined; pack: number | undefined; rest: string } {
  const found: Measures = {};
  let rest = take(plain(text), volumes, found);
  if (found.volumeMl === undefined) rest = take(rest, bareVolumes, found);
  return { volumeMl: found.volumeMl, pack: found.pack, rest };
}

/** Reads the measures of a name; `rest` is the name without them, in lower case. */
export function measuresOf(name: string): { measures: Measures; rest: string } {
  const { volumeMl, pack, rest } = volumeOf(name);
  const measures: Measures = { ...(volumeMl !== undefined && { volumeMl }), ...(pack !== undefined && { pack }) };
  return {
    measures,
    rest: [strengths, ages, vintages, packs].reduce((text, readers) => take(text, readers, measures), rest),
  };
}
