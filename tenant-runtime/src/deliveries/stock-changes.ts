import { uuid5 } from '@ostatok/kit/node/uuid5.ts';
import type { NewChange } from '../changes/changes.service.ts';
import { fromThousandths, toNumeric, toThousandths } from '../items/exact.ts';
import type { BookChange, DeliveryLineRow } from '../tables.ts';
import type { Statement } from './moment.ts';
import type { DeliveryChange } from './posting.queries.ts';

/** The namespace of the ids of changes that deliveries write, so that none is written twice. */
const CHANGES = '7f0c4b1e5a6d4c0f9b8e2d3a1c5e7f90';

type Purpose = DeliveryChange['purpose'];

export const changeId = (key: string, place: number, purpose: Purpose | 'absorbed-reverse'): string =>
  uuid5(CHANGES, `${key}:${place}:${purpose}`);

/** What a delivery writes, gathered before any of it is written. */
export interface StockChanges {
  changes: NewChange[];
  rows: DeliveryChange[];
  books: BookChange[];
}

export const noStockChanges = (): StockChanges => ({ changes: [], rows: [], books: [] });

interface Absorbed {
  id: string;
  delivery_id: number;
  place: number;
  itemId: number;
  /** Thousandths that the delivery has just added to the item, or taken back. */
  added: number;
  statement: Statement;
  note: string;
}

/**
 * Takes from the stock again what a later count, or a stated quantity, had in sight already: its result stands. A
 * count's correction is a change of that count, so opening it again takes both back.
 */
export function absorb(into: StockChanges, { id, delivery_id, place, itemId, added, statement, note }: Absorbed): void {
  const { count_id, change_id, at } = statement;
  const of = count_id === null ? { source: 'delivery' as const } : { source: 'count' as const, count: count_id };
  into.changes.push({ id, itemId, delta: fromThousandths(-added), at, note, ...of });
  into.rows.push({ change_id: id, delivery_id, place, purpose: 'absorbed', statement: change_id });
  if (count_id !== null) into.books.push({ count_id, item_id: itemId, quantity: toNumeric(added) });
}

/** The item's quantity of what has come of a line, in thousandths. */
export const stockThousandths = (
  { quantity, came }: Pick<DeliveryLineRow, 'quantity' | 'came'>,
  factor: string,
): number => Math.round(Number((toThousandths(came ?? quantity) * Number(factor)).toFixed(6)));
