import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.ts';

export const sortKeys = ['name', 'category', 'quantity', 'expected', 'difference', 'updated_at'] as const;
export type SortKey = (typeof sortKeys)[number];

export interface StockView {
  search: string;
  /** null: every category; '' is «без категории». */
  category: string | null;
  sort: SortKey;
  descending: boolean;
}

const latinKeys = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const russianKeys = 'ёйцукенгшщзхъфывапролджэячсмитьбю';

/** Lower case, ё as е, single spaces: how a search sees a name. */
export const normalise = (text: string): string => text.toLowerCase().replace(/ё/g, 'е').replace(/\s+/g, ' ').trim();

/** What the same keys give in the Russian layout: «l;tv» → «джем». */
export const inRussianLayout = (text: string): string =>
  text.toLowerCase().replace(/./g, (key) => russianKeys[latinKeys.indexOf(key)] ?? key);

/** An item's text never changes (an edit brings a new object), so it is normalised once. */
const haystacks = new WeakMap<ShownItem, string>();

function haystackOf(item: ShownItem): string {
  let text = haystacks.get(item);
  if (text === undefined) {
    text = normalise(`${item.name} ${item.category} ${item.article ?? ''} ${item.ean ?? ''}`);
    haystacks.set(item, text);
  }
  return text;
}

function matching(items: readonly ShownItem[], search: string): readonly ShownItem[] {
  const words = normalise(search).split(' ').filter(Boolean);
  if (words.length === 0) return items;
  const found = items.filter((item) => words.every((word) => haystackOf(item).includes(word)));
  const first = words.join(' ');
  const starts = (item: ShownItem): number => (haystackOf(item).startsWith(first) ? 0 : 1);
  return found.sort((a, b) => starts(a) - starts(b));
}

/** null: not known or hidden. */
export const differenceOf = (item: Pick<ShownItem, 'quantity' | 'expected'>): number | null =>
  item.expected === null || item.quantity === null ? null : Math.round((item.quantity - item.expected) * 1000) / 1000;

/** One collator: building it anew for each comparison costs seconds on ten thousand rows. */
const collator = new Intl.Collator('ru', { numeric: true, sensitivity: 'base' });
export const compareNames = (a: ShownItem, b: ShownItem): number => collator.compare(a.name, b.name) || a.id - b.id;

const numberOf: Record<Exclude<SortKey, 'name' | 'category'>, (item: ShownItem) => number | null> = {
  quantity: (item) => item.quantity,
  expected: (item) => item.expected,
  difference: differenceOf,
  updated_at: (item) => Date.parse(item.updated_at),
};

/** Unknown values stand last in either direction. */
function compareNumbers(a: number | null, b: number | null, sign: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return (a - b) * sign;
}

/** The rows to show. `items` come ordered by name, which the stable sorts below keep among equals. */
export function viewOf(items: readonly ShownItem[], { search, category, sort, descending }: StockView): ShownItem[] {
  const chosen = category === null ? items : items.filter((item) => item.category === category);
  let rows = [...matching(chosen, search)];
  if (rows.length === 0 && search) rows = [...matching(chosen, inRussianLayout(search))];
  const sign = descending ? -1 : 1;
  if (sort === 'name') return descending ? rows.reverse() : rows;
  if (sort === 'category') return rows.sort((a, b) => collator.compare(a.category, b.category) * sign);
  const value = numberOf[sort];
  return rows.sort((a, b) => compareNumbers(value(a), value(b), sign));
}

/** Categories with their number of items, by name; items without one come last under ''. */
export function categoriesOf(items: readonly ShownItem[]): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { category } of items) counts.set(category, (counts.get(category) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => Number(a.name === '') - Number(b.name === '') || collator.compare(a.name, b.name));
}
