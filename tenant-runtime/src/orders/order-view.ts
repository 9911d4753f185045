import { amountText, wholeAmountText } from '../../contract/order-amount.ts';
import type { Order, OrderDetails, OrderLine } from '../../contract/orders.endpoints.ts';
import type { OrderLineRow } from '../tables.ts';
import type { LineWithReceived, ListedOrder, OrderDelivery } from './orders.queries.ts';

const amountOf = ({ quantity, unit, pack_unit, pack_size }: OrderLineRow) => ({
  quantity: Number(quantity),
  unit,
  pack: pack_unit === null || pack_size === null ? null : { unit: pack_unit, size: Number(pack_size) },
});

export const orderView = (row: ListedOrder): Order => ({
  id: row.id,
  key: row.key,
  supplier: { id: row.supplier_id, name: row.supplier_name },
  state: row.state,
  note: row.note,
  created_at: row.created_at.toISOString(),
  created_by: row.author,
  closed_at: row.closed_at?.toISOString() ?? null,
  lines: row.lines,
  open_lines: row.open_lines,
  worth: Number(row.worth) / 100,
});

export function orderLineView(row: LineWithReceived): OrderLine {
  const amount = amountOf(row);
  return {
    place: row.place,
    item: { id: row.item_id, name: row.name, unit: row.unit },
    article: row.article,
    quantity: amount.quantity,
    pack: amount.pack,
    amount: amountText(amount),
    received: Number(row.received),
    price: row.price === null ? null : row.price / 100,
  };
}

export interface OrderText {
  title: string;
  lines: { name: string; amount: string }[];
  note: string | null;
}

interface Sender {
  name: string;
  timezone: string;
}

/** Returns what an order says to its supplier, without stock and prices. */
export function orderTextOf(order: ListedOrder, lines: readonly OrderLineRow[], { name, timezone }: Sender): OrderText {
  const day = order.created_at.toLocaleDateString('ru-RU', { day: 'numeric', month: 'long', timeZone: timezone });
  return {
    title: `Заказ № ${order.id} от ${day}, ${name}`,
    lines: lines.map((line) => ({
      name: line.article ? `${line.name} (арт. ${line.article})` : line.name,
      amount: wholeAmountText(amountOf(line)),
    })),
    note: order.note,
  };
}

/** Writes an order as a message. */
export const messageOf = ({ title, lines, note }: OrderText): string =>
  [title, '', ...lines.map(({ name, amount }) => `${name} — ${amount}`), ...(note ? ['', note] : [])].join('\n');

export const detailsView = (
  order: ListedOrder,
  lines: readonly LineWithReceived[],
  deliveries: readonly OrderDelivery[],
  sender: Sender,
): OrderDetails => ({
  ...orderView(order),
  rows: lines.map(orderLineView),
  text: messageOf(orderTextOf(order, lines, sender)),
  letter: order.letter_at === null ? null : { to: order.letter_to ?? '', at: order.letter_at.toISOString() },
  deliveries: deliveries.map(({ posted_at, ...delivery }) => ({ ...delivery, posted_at: posted_at.toISOString() })),
});
