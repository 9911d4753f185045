import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { matching } from './stock-search.ts';

export const sortKeys = ['name', 'category', 'quantity', 'expected', 'difference', 'changed_at'] as const;
export type SortKey = (typeof sortKeys)[number];

/** The flags that narrow the list; several at once are combined with «and». */
export const flags = ['low', 'differs', 'stale', 'noCode', 'noCost'] as const;
export type Flag = (typeof flags)[number];

export interface StockView {
  search: string;
  /** null means every category; '' means «без категории». */
  category: string | null;
  flags?: readonly Flag[];
  sort: SortKey;
  descending: boolean;
}

export const wholeStock: Required<StockView> = {
  search: '',
  category: null,
  flags: [],
  sort: 'name',
  descending: false,
};

/** An item whose stock has not changed for this many days is worth counting. */
export const STALE_DAYS = 30;
const DAY_MS = 86_400_000;

/** null when a quantity is unknown or hidden. */
export const differenceOf = (item: Pick<ShownItem, 'quantity' | 'expected'>): number | null =>
  item.expected === null || item.quantity === null ? null : Math.round((item.quantity - item.expected) * 1000) / 1000;

const has: Record<Flag, (item: ShownItem, staleBefore: string) => boolean> = {
  low: (item) => item.par !== null && item.quantity !== null && item.quantity < item.par,
  differs: (item) => (differenceOf(item) ?? 0) !== 0,
  stale: (item, staleBefore) => (item.changed_at ?? item.updated_at) < staleBefore,
  noCode: (item) => item.ean === null && item.codes.length === 0,
  noCost: (item) => item.cost === null,
};

const staleBefore = (now: number): string => new Date(now - STALE_DAYS * DAY_MS).toISOString();

/** The number of items that each flag would leave. */
export function flagCounts(items: readonly ShownItem[], now: number): Record<Flag, number> {
  const limit = staleBefore(now);
  const counts: Record<Flag, number> = { low: 0, differs: 0, stale: 0, noCode: 0, noCost: 0 };
  for (const item of items) for (const flag of flags) if (has[flag](item, limit)) counts[flag] += 1;
  return counts;
}

/** The collator is shared, because creating one for each comparison costs seconds on ten thousand rows. */
const collator = new Intl.Collator('ru', { numeric: true, sensitivity: 'base' });
export const compareNames = (a: ShownItem, b: ShownItem): number => collator.compare(a.name, b.name) || a.id - b.id;

const numberOf: Record<Exclude<SortKey, 'name' | 'category'>, (item: ShownItem) => number | null> = {
  quantity: (item) => item.quantity,
  expected: (item) => item.expected,
  difference: differenceOf,
  changed_at: (item) => (item.changed_at === null ? null : Date.parse(item.changed_at)),
};

/** Unknown and hidden values come last in either direction. */
function compareNumbers(a: number | null, b: number | null, sign: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return (a - b) * sign;
}

/** Computes each item's value once instead of at each comparison; the sort is stable. */
function sortedBy(rows: readonly ShownItem[], value: (item: ShownItem) => number | null, sign: number): ShownItem[] {
  return rows
    .map((item) => ({ item, value: value(item) }))
    .sort((a, b) => compareNumbers(a.value, b.value, sign))
    .map(({ item }) => item);
}

/** The rows to show. `items` are ordered by name, an order that the stable sorts keep among equals. */
export function viewOf(items: readonly ShownItem[], view: StockView, now = Date.now()): ShownItem[] {
  const wanted = view.flags ?? [];
  const limit = staleBefore(now);
  const chosen = items.filter(
    (item) =>
      (view.category === null || item.category === view.category) && wanted.every((flag) => has[flag](item, limit)),
  );
  const rows = matching(chosen, view.search);
  const sign = view.descending ? -1 : 1;
  if (view.sort === 'name') return view.descending ? [...rows].reverse() : [...rows];
  if (view.sort === 'category') {
    const place = new Map(categoriesOf(rows).map(({ name }, at) => [name, at]));
    return sortedBy(rows, ({ category }) => place.get(category) ?? 0, sign);
  }
  return sortedBy(rows, numberOf[view.sort], sign);
}

/** The categories with their numbers of items, ordered by name; items without a category come last under ''. */
export function categoriesOf(items: readonly ShownItem[]): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { category } of items) counts.set(category, (counts.get(category) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => Number(a.name === '') - Number(b.name === '') || collator.compare(a.name, b.name));
}
