import type { CountEntry, CountLine } from '@ostatok/tenant-runtime/contract/counts.ts';
import type { QueuedEntry } from '../../lib/count-outbox.ts';
import { roundQuantity } from '../../lib/quantity-input.ts';

/** What a line's total is made of, as far as it is known here. */
export interface LineTerms {
  /** The line's total with what is on its way; null: nobody has counted it. */
  total: number | null;
  /** One by one, in the order they were counted; empty where they are too many or not all known. */
  terms: number[];
  waiting: number;
  refused: boolean;
}

const MOST = 5;

/** «0,7 + 1,4 = 2,1»: the newest round's entries that add up to what the line says, then what waits. Both are of this item. */
export function termsOf(line: CountLine, known: readonly CountEntry[], queue: readonly QueuedEntry[]): LineTerms {
  const mine = queue.filter(({ takenBack }) => !takenBack);
  const waiting = mine.filter(({ state }) => state === 'waiting');
  const arrived = new Set(known.map(({ id }) => id));
  // one that arrived may still stand in the queue for a moment: it counts once
  const onTheWay = waiting.filter(({ entry }) => !arrived.has(entry.id)).map(({ entry }) => entry.quantity ?? 0);
  const round = Math.max(0, ...known.map((entry) => (entry.voided ? 0 : entry.round)));
  const sent = known
    .filter((entry) => !entry.voided && entry.round === round)
    .map(({ quantity }) => quantity)
    .reverse();
  const sum = roundQuantity(sent.reduce((a, b) => a + b, 0));
  // asked for again: what is counted now begins a new sum
  const before = line.recount && onTheWay.length > 0 ? null : line.counted;
  const whole = before === null ? [] : sum === before ? sent : null;
  const total =
    before === null && onTheWay.length === 0
      ? null
      : roundQuantity((before ?? 0) + onTheWay.reduce((a, b) => a + b, 0));
  const terms = whole === null ? [] : [...whole, ...onTheWay];
  return {
    total,
    terms: terms.length > 1 && terms.length <= MOST ? terms : [],
    waiting: waiting.length,
    refused: mine.some(({ state }) => state === 'refused'),
  };
}

/** What there is of each item. */
export function byItem<T>(entries: readonly T[], itemOf: (entry: T) => number): Map<number, T[]> {
  const found = new Map<number, T[]>();
  for (const entry of entries) {
    const list = found.get(itemOf(entry));
    if (list) list.push(entry);
    else found.set(itemOf(entry), [entry]);
  }
  return found;
}
