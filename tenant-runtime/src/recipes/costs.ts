import { kopecksOf, worthOf } from '../../contract/recipe-measures.ts';
import type { Book, Expanded } from './expansion.ts';

/** The most sentences that say why there is no cost. */
const MOST_MISSING = 5;

export interface Cost {
  /** Kopecks of a portion, rounded once; null where something is missing. */
  cost: number | null;
  missing: string[];
}

const NO_COST = 'нет цены закупки';

/** Adds up what a portion costs by the items' present costs. */
export function costOf({ items, questions }: Expanded, book: Pick<Book, 'items'>): Cost {
  const missing = questions.map(
    ({ text, question }) => `${text}: ${question.charAt(0).toLowerCase()}${question.slice(1)}`,
  );
  let worth = 0n;
  for (const [id, quantity] of items) {
    const item = book.items.get(id);
    if (item?.cost == null) missing.push(`${item?.name ?? ''}: ${NO_COST}`);
    else worth += worthOf(quantity, item.cost);
  }
  return { cost: missing.length > 0 ? null : kopecksOf(worth), missing: missing.slice(0, MOST_MISSING) };
}

const tenth = (value: number): number => Math.round(value * 10) / 10;

/** Returns what of the price is left and what goes into the glass, in per cent of it. */
export function marginOf(
  cost: number | null,
  price: number | null,
): { margin: number | null; pour_cost: number | null } {
  if (cost === null || !price) return { margin: null, pour_cost: null };
  return { margin: tenth(((price - cost) * 100) / price), pour_cost: tenth((cost * 100) / price) };
}
