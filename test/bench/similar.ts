/** `npm run bench similar`: how often rows of a workbook are offered the right item of a venue, and how fast. */
import { agreesInAll } from '@ostatok/kit/matching/agreement.ts';
import { createListMatcher, type ListedProduct } from '@ostatok/kit/matching/list-matcher.ts';
import { parseName } from '@ostatok/kit/names/parse.ts';
import { hasPairs, type Pair, readCatalogue, readPairs } from './matching-pairs.ts';
import type { Row } from './row.ts';

/** Other products of each brand that the venue has. */
const SIBLINGS = 3;
const OFFERED = 0.5;
const SURE = 0.9;

const volumeOf = (name: string): number | null => parseName(name).measures.volumeMl ?? null;
const brandOf = (name: string): string =>
  parseName(name).words.find(({ role, key }) => role === 'name' && key.length > 2)?.key ?? '';
const keyOf = ({ name, productName }: Pair): string => `${productName} ${volumeOf(name) ?? ''}`;

/** The products of the pairs, by their key, and products of the same brands. */
function venueItems(pairs: Pair[]): { items: ListedProduct[]; ids: Map<string, number> } {
  const items: ListedProduct[] = [];
  const ids = new Map<string, number>();
  const add = (name: string, volumeMl: number | null): number =>
    items.push({ id: items.length, name, otherNames: [], volumeMl, category: '' }) - 1;
  for (const pair of pairs) if (!ids.has(keyOf(pair))) ids.set(keyOf(pair), add(pair.productName, volumeOf(pair.name)));
  const names = new Set(pairs.map(({ productName }) => productName));
  const others = readCatalogue('alko').filter(({ description }) => description && !names.has(description));
  const byBrand = Map.groupBy(others, ({ description }) => brandOf(description ?? ''));
  for (const brand of new Set([...names].map(brandOf)))
    for (const { description, volume_ml } of byBrand.get(brand)?.slice(0, SIBLINGS) ?? [])
      add(description ?? '', volume_ml ?? null);
  return { items, ids };
}

interface Tally {
  right: number;
  wrong: number;
  sureRight: number;
  sureWrong: number;
}

function tally(
  pairs: Pair[],
  matcherOf: (pair: Pair) => ReturnType<typeof createListMatcher>,
  right: Map<string, number>,
) {
  const counted: Tally = { right: 0, wrong: 0, sureRight: 0, sureWrong: 0 };
  for (const pair of pairs) {
    const found = matcherOf(pair)
      .match(pair.name)
      .filter(({ confidence }) => confidence >= OFFERED);
    const [only] = found;
    if (!only) continue;
    const isRight = found.some(({ id }) => id === right.get(keyOf(pair)));
    const isSure = found.length === 1 && only.confidence >= SURE && agreesInAll(only.features);
    counted[isRight ? 'right' : 'wrong'] += 1;
    if (isSure) counted[isRight ? 'sureRight' : 'sureWrong'] += 1;
  }
  return counted;
}

const row = (name: string, part: number, whole: number, limit?: { least?: number; most?: number }): Row => {
  const value = (part / Math.max(1, whole)) * 100;
  const { least = 0, most = 100 } = limit ?? {};
  return {
    name: `Похожие строки: ${name}`,
    value,
    unit: '%',
    ...(limit && { limit: limit.least ?? most }),
    ok: value >= least && value <= most,
  };
};

const ITEMS = 3000;

/** Rows per second against many items, one of which each row is under another name. */
function speed(): Row {
  const names = readCatalogue('alko').flatMap(({ description }) => description ?? []);
  const items = names.slice(0, ITEMS).map((name, id) => ({ id, name, otherNames: [], volumeMl: null, category: '' }));
  const rows = names.slice(0, ITEMS).map((name) => `${name} 0,7 л`);
  const started = performance.now();
  const matcher = createListMatcher(items);
  for (const name of rows) matcher.match(name);
  const value = performance.now() - started;
  return { name: 'Похожие строки: 3 000 строк и 3 000 позиций', value, unit: 'мс', limit: 10_000, ok: value <= 10_000 };
}

export async function bench(): Promise<Row[]> {
  if (!hasPairs()) return [];
  const pairs = readPairs().filter(({ isNone, productName }) => !isNone && productName);
  const { items, ids } = venueItems(pairs);
  const all = createListMatcher(items);
  const present = tally(pairs, () => all, ids);
  const missing = tally(
    pairs,
    ({ productName }) => createListMatcher(items.filter(({ name }) => name !== productName)),
    new Map(),
  );
  return [
    row('предложена верная', present.right, pairs.length, { least: 75 }),
    row('верная отмечена сама', present.sureRight, pairs.length),
    row('предложена другая', present.wrong, pairs.length, { most: 7 }),
    row('другая отмечена сама', present.sureWrong, pairs.length, { most: 1 }),
    row('верной нет, о другой спрошено', missing.wrong, pairs.length, { most: 25 }),
    row('верной нет, другая отмечена сама', missing.sureWrong, pairs.length, { most: 5 }),
    speed(),
  ];
}
