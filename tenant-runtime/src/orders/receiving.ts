import type { OrderCheck } from '../../contract/deliveries.endpoints.ts';
import type { Unit } from '../../contract/items.ts';
import { fromThousandths, toNumeric, toThousandths } from '../items/exact.ts';
import type { Receipt, WaitedLine } from './receipts.queries.ts';

/** What a delivery brings of an item, of all its lines together. */
export interface Came {
  item: { id: number; name: string; unit: Unit };
  thousandths: number;
  /** Kopecks for all of it; null where a line has no price. */
  worth: number | null;
}

/** A price that differs by less has only been rounded. */
const TOLERATED = 0.01;

const restOf = ({ quantity, received }: WaitedLine): number =>
  Math.max(0, toThousandths(quantity) - toThousandths(received));

/** Gives what came to the lines that wait for it, the oldest order first; what is left over goes to the last of them. */
export function receiptsOf(deliveryId: number, waited: readonly WaitedLine[], came: readonly Came[]): Receipt[] {
  return came.flatMap(({ item, thousandths }) => {
    const lines = waited.filter(({ item_id }) => item_id === item.id);
    let left = thousandths;
    return lines.flatMap((line, index) => {
      const taken = index === lines.length - 1 ? left : Math.min(left, restOf(line));
      left -= taken;
      if (taken <= 0) return [];
      return [{ order_id: line.order_id, place: line.place, delivery_id: deliveryId, quantity: toNumeric(taken) }];
    });
  });
}

interface Waited {
  item: Came['item'];
  thousandths: number;
  price: number | null;
}

/** Adds up what is waited for of each item; the newest order tells the price. */
function waitedByItem(lines: readonly WaitedLine[]): Map<number, Waited> {
  const items = new Map<number, Waited>();
  for (const line of lines) {
    const before = items.get(line.item_id)?.thousandths ?? 0;
    const item = { id: line.item_id, name: line.name, unit: line.unit };
    items.set(line.item_id, { item, thousandths: before + restOf(line), price: line.price });
  }
  return items;
}

const roubles = (kopecks: number): number => Math.round(kopecks) / 100;

function otherPrice({ price }: Waited, { item, thousandths, worth }: Came): OrderCheck['priced'] {
  if (price === null || worth === null) return [];
  const now = (worth * 1000) / thousandths;
  return Math.abs(now - price) <= TOLERATED * price ? [] : [{ item, ordered: roubles(price), came: roubles(now) }];
}

/** Compares a delivery with the orders that it has anything of; null where it has nothing of any. */
export function checkOf(waited: readonly WaitedLine[], came: readonly Came[]): OrderCheck | null {
  if (waited.length === 0) return null;
  const wanted = waitedByItem(waited);
  const arrived = new Map(came.map((one) => [one.item.id, one]));
  const open = [...wanted.values()].filter(({ thousandths }) => thousandths > 0);
  const pair = ({ item, thousandths }: Waited) => ({
    item,
    ordered: fromThousandths(thousandths),
    came: fromThousandths(arrived.get(item.id)?.thousandths ?? 0),
  });
  return {
    orders: [...new Set(waited.map(({ order_id }) => order_id))],
    lines: open.length,
    short: open.map(pair).filter(({ ordered, came: brought }) => brought < ordered),
    over: [...wanted.values()].map(pair).filter(({ ordered, came: brought }) => brought > ordered),
    priced: came.flatMap((one) => {
      const line = wanted.get(one.item.id);
      return line ? otherPrice(line, one) : [];
    }),
    unordered: came
      .filter(({ item }) => !wanted.has(item.id))
      .map(({ item, thousandths }) => ({ item, ordered: 0, came: fromThousandths(thousandths) })),
  };
}
