import { amountText, type Pack, packsIn, wholeAmountText } from '@ostatok/tenant-runtime/contract/order-amount.ts';
import type { AddOrder } from '@ostatok/tenant-runtime/contract/orders.ts';
import type { OrderList } from '@ostatok/tenant-runtime/contract/reports.endpoints.ts';
import { roundQuantity } from '../../forms/quantity-input.ts';

export type OrderRow = OrderList['rows'][number];

export interface SupplierRows {
  /** Null for items of which nobody knows a supplier. */
  supplier: OrderRow['supplier'];
  rows: OrderRow[];
}

/** Groups rows by supplier, the largest sum first; those without one are the last. */
export function bySupplier(rows: readonly OrderRow[]): SupplierRows[] {
  const groups = new Map<number | undefined, SupplierRows>();
  for (const row of rows) {
    const group = groups.get(row.supplier?.id) ?? { supplier: row.supplier, rows: [] };
    group.rows.push(row);
    groups.set(row.supplier?.id, group);
  }
  const worth = ({ rows: own }: SupplierRows): number => own.reduce((sum, row) => sum + (row.sum ?? 0), 0);
  return [...groups.values()].sort(
    (a, b) => Number(a.supplier === null) - Number(b.supplier === null) || worth(b) - worth(a),
  );
}

/** What is ordered of a row: as proposed, or as a person has typed it in packs; null for what is not a number. */
export function chosenOf({ order, pack }: Pick<OrderRow, 'order' | 'pack'>, typed: string | undefined): number | null {
  if (typed === undefined) return order;
  const text = typed.trim().replace(',', '.');
  if (text === '') return 0;
  if (!/^\d{1,6}(\.\d{1,3})?$/.test(text)) return null;
  return roundQuantity(Number(text) * (pack?.size ?? 1));
}

const fieldText = (amount: number): string => String(amount).replace('.', ',');

/** Formats the proposed amount for its field: packs, or the item's unit. */
export const proposedText = ({ order, packs }: Pick<OrderRow, 'order' | 'packs'>): string => fieldText(packs ?? order);

/** An amount as a person has typed it, and the packs in which it was typed. */
export interface TypedAmount {
  text: string;
  pack: Pack | null;
}

/** Returns what is typed for a row, in its packs of now: another supplier may sell the item in other ones. */
export function typedText(
  { order, pack }: Pick<OrderRow, 'order' | 'pack'>,
  typed: TypedAmount | undefined,
): string | undefined {
  if (!typed) return undefined;
  const isSame = typed.pack?.unit === pack?.unit && typed.pack?.size === pack?.size;
  const quantity = chosenOf({ order, pack: typed.pack }, typed.text);
  return isSame || quantity === null ? typed.text : fieldText(pack ? packsIn(quantity, pack) : quantity);
}

export interface ChosenRow {
  row: OrderRow;
  quantity: number;
}

const amountOf = ({
  row,
  quantity,
}: ChosenRow): { quantity: number; unit: OrderRow['item']['unit']; pack: Pack | null } => ({
  quantity,
  unit: row.item.unit,
  pack: row.pack,
});

/** Formats «6 бут.» or «2,5 кг». */
export const chosenText = (chosen: ChosenRow): string => amountText(amountOf(chosen));

export const linesOf = (chosen: readonly ChosenRow[]): AddOrder['lines'] =>
  chosen.map(({ row: { item, pack }, quantity }) => ({
    item_id: item.id,
    quantity,
    pack_unit: pack?.unit ?? null,
    pack_size: pack?.size ?? null,
  }));

/** Roubles of what has a price. */
export const worthOf = (chosen: readonly ChosenRow[]): number =>
  chosen.reduce((kopecks, { row, quantity }) => kopecks + Math.round((row.cost ?? 0) * quantity * 100), 0) / 100;

/** Writes what is needed as a message to a supplier, without stock and prices. */
export function orderText(chosen: readonly ChosenRow[], title: string): string {
  const lines = chosen.map((one) => {
    const { item } = one.row;
    return `${item.name}${item.article ? ` (арт. ${item.article})` : ''} — ${wholeAmountText(amountOf(one))}`;
  });
  return [title, '', ...lines].join('\n');
}
