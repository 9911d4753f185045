import { roublesOf } from '@ostatok/api/contract/pricing.ts';

type Row = Record<string, unknown>;

const roubles = (kopecks: unknown): unknown => (typeof kopecks === 'number' ? roublesOf(kopecks) : kopecks);

/** Fields that hold a sum in kopecks, in a row or in an object inside it. */
const AMOUNTS = new Set(['amount', 'price', 'credit', 'deferred_price']);

const converted = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [key, AMOUNTS.has(key) ? roubles(value) : value]));

const isObject = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !(value instanceof Date);

/** Notices about money end with a sum: «2027-02-10T09:00:00.000Z 99000». */
const aboutInRoubles = ({ kind, about }: Row): unknown =>
  ['coming_charge', 'price_rise'].includes(String(kind))
    ? String(about).replace(/\d+$/, (kopecks) => String(roublesOf(Number(kopecks))))
    : about;

/** Converts the sums of an exported row to roubles, as on every page. */
export function inRoubles(row: Row): Row {
  const { data, before_grant: before } = row;
  return {
    ...converted(row),
    ...(isObject(data) && { data: converted(data) }),
    ...(isObject(before) && { before_grant: converted(before) }),
    ...('about' in row && { about: aboutInRoubles(row) }),
  };
}
