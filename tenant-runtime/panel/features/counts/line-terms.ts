import type { CountEntry, CountLine } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import { roundQuantity } from '../../forms/quantity-input.ts';
import type { QueuedEntry } from '../../offline/count-outbox.ts';

/** The terms that a line's total consists of, as far as this page knows them. */
export interface LineTerms {
  /** The line's total including queued entries; null when nobody has counted it. */
  total: number | null;
  /** The single entries in the order of counting; empty when there are too many or not all are known. */
  terms: number[];
  waiting: number;
  refused: boolean;
}

const MOST = 5;

/**
 * Computes «0,7 + 1,4 = 2,1»: the newest round's entries that add up to the line's total, then the queued ones. Both
 * lists hold this item only.
 */
export function termsOf(line: CountLine, known: readonly CountEntry[], queue: readonly QueuedEntry[]): LineTerms {
  const mine = queue.filter(({ takenBack }) => !takenBack);
  const waiting = mine.filter(({ state }) => state === 'waiting');
  const arrived = new Set(known.map(({ id }) => id));
  // An entry that has arrived may stay in the queue for a moment; it must count once.
  const onTheWay = waiting.filter(({ entry }) => !arrived.has(entry.id)).map(({ entry }) => entry.quantity ?? 0);
  const round = Math.max(0, ...known.map((entry) => (entry.voided ? 0 : entry.round)));
  const sent = known
    .filter((entry) => !entry.voided && entry.round === round)
    .map(({ quantity }) => quantity)
    .reverse();
  const sum = roundQuantity(sent.reduce((a, b) => a + b, 0));
  // After a recount was requested, the entries made now begin a new sum.
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

/** Groups entries by item. */
export function byItem<T>(entries: readonly T[], itemOf: (entry: T) => number): Map<number, T[]> {
  const found = new Map<number, T[]>();
  for (const entry of entries) {
    const list = found.get(itemOf(entry));
    if (list) list.push(entry);
    else found.set(itemOf(entry), [entry]);
  }
  return found;
}
