import type { OrderCheck } from '../../contract/deliveries.endpoints.ts';
import type { Unit } from '../../contract/items.ts';
import { fromThousandths, toNumeric, toThousandths } from '../items/exact.ts';
import { unitRatio } from '../items/unit-ratio.ts';
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

type Item = Came['item'];

/** Returns how many of the item's units are in one of the line's; null where nobody can know it. */
const ratioOf = ({ unit, volume_ml }: WaitedLine, item: Pick<Item, 'unit'>): number | null =>
  unitRatio(unit, item.unit, volume_ml);

interface Compared {
  /** Lines in the units in which their items have come, or are counted now. */
  waited: WaitedLine[];
  /** Lines as they were ordered that cannot be counted so; they wait for a person. */
  unlike: WaitedLine[];
}

function inUnitsOf(came: readonly Came[], lines: readonly WaitedLine[]): Compared {
  const arrived = new Map(came.map(({ item }) => [item.id, item]));
  const compared: Compared = { waited: [], unlike: [] };
  for (const line of lines) {
    const unit = arrived.get(line.item_id)?.unit ?? line.item_unit;
    const ratio = ratioOf(line, { unit });
    if (ratio === null) {
      compared.unlike.push(line);
      continue;
    }
    const inUnit = (quantity: string): string => (Number(quantity) * ratio).toFixed(3);
    const price = line.price === null ? null : line.price / ratio;
    const quantities = { quantity: inUnit(line.quantity), received: inUnit(line.received) };
    compared.waited.push({ ...line, unit, ...quantities, price });
  }
  return compared;
}

const restOf = ({ quantity, received }: WaitedLine): number =>
  Math.max(0, toThousandths(quantity) - toThousandths(received));

/** Gives what came to the lines that wait for it, the oldest order first; what is left over goes to the last of them. */
export function receiptsOf(deliveryId: number, waited: readonly WaitedLine[], came: readonly Came[]): Receipt[] {
  return came.flatMap(({ item, thousandths }) => {
    const lines = waited.filter((line) => line.item_id === item.id && ratioOf(line, item) !== null);
    let left = thousandths;
    return lines.flatMap((line, index) => {
      const ratio = ratioOf(line, item) ?? 1;
      const rest = Math.round(restOf(line) * ratio);
      const taken = index === lines.length - 1 ? left : Math.min(left, rest);
      left -= taken;
      if (taken <= 0) return [];
      // what fills a line fills it to the thousandth of its own unit
      const inLine = taken === rest ? restOf(line) : Math.round(taken / ratio);
      return [{ order_id: line.order_id, place: line.place, delivery_id: deliveryId, quantity: toNumeric(inLine) }];
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
export function checkOf(ordered: readonly WaitedLine[], came: readonly Came[]): OrderCheck | null {
  if (ordered.length === 0) return null;
  const { waited, unlike } = inUnitsOf(came, ordered);
  const wanted = waitedByItem(waited);
  const arrived = new Map(came.map((one) => [one.item.id, one]));
  const uncounted = new Set(unlike.map(({ item_id }) => item_id));
  const open = [...wanted.values()].filter(({ thousandths }) => thousandths > 0);
  const pair = ({ item, thousandths }: Waited) => ({
    item,
    ordered: fromThousandths(thousandths),
    came: fromThousandths(arrived.get(item.id)?.thousandths ?? 0),
  });
  return {
    orders: [...new Set(ordered.map(({ order_id }) => order_id))],
    lines: open.length,
    short: open.map(pair).filter(({ ordered, came: brought }) => brought < ordered),
    over: [...wanted.values()].map(pair).filter(({ ordered, came: brought }) => brought > ordered),
    priced: came.flatMap((one) => {
      const line = wanted.get(one.item.id);
      return line ? otherPrice(line, one) : [];
    }),
    unordered: came
      .filter(({ item }) => !wanted.has(item.id) && !uncounted.has(item.id))
      .map(({ item, thousandths }) => ({ item, ordered: 0, came: fromThousandths(thousandths) })),
    other_unit: unlike
      .filter((line) => restOf(line) > 0)
      .map((line) => {
        const one = arrived.get(line.item_id);
        return {
          item: one?.item ?? { id: line.item_id, name: line.name, unit: line.item_unit },
          ordered: fromThousandths(restOf(line)),
          ordered_unit: line.unit,
          came: fromThousandths(one?.thousandths ?? 0),
        };
      }),
  };
}
