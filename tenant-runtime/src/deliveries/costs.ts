import { toThousandths } from '../items/exact.ts';

/**
 * The cost of a unit is a weighted average, in kopecks with VAT. A delivery of `quantity` that was paid `worth` meets a
 * stock, which counts as nothing below zero:
 *
 *   cost = (stock × cost + worth) / (stock + quantity)
 *
 * Where there is no stock or no cost yet, the cost is the delivery's own. A delivery whose worth is not known moves none.
 */
export function averageCost(
  cost: number | null,
  stock: number | string,
  { quantity, worth }: { quantity: number | string; worth: number | null },
): number | null {
  if (worth === null) return cost;
  const added = BigInt(toThousandths(quantity));
  const met = BigInt(Math.max(0, toThousandths(stock)));
  if (added <= 0n) return cost;
  const paid = BigInt(worth) * 1000n;
  if (cost === null || met === 0n) return rounded(paid, added);
  return rounded(met * BigInt(cost) + paid, met + added);
}

/** Divides and rounds half up; neither is below zero. */
const rounded = (amount: bigint, by: bigint): number => Number((2n * amount + by) / (2n * by));

/** A posted line as far as its item's cost is concerned, in the order of posting. */
export interface CostLine {
  delivery_id: number;
  place: number;
  stock_quantity: string;
  worth: number | null;
  stock_before: string;
  cost_before: number | null;
  cost_after: number | null;
}

export interface ReplayedCosts {
  cost: number | null;
  /** The lines that stay, with what they would have met. */
  lines: CostLine[];
}

/**
 * Returns what the cost of an item becomes when a delivery is taken back: what it would be had the delivery never come.
 * The cost before it stands again, and later deliveries are averaged anew with the stock they met less what it had
 * brought. `lines` begin with the first of its lines. A cost that somebody has typed since is theirs: undefined then; one
 * that was typed between two lines is what the second of them met.
 */
export function replayCosts(
  lines: readonly CostLine[],
  deliveryId: number,
  present: number | null,
): ReplayedCosts | undefined {
  const [first] = lines;
  if (!first || lines.at(-1)?.cost_after !== present) return undefined;
  let cost = first.cost_before;
  let left = first.cost_before;
  let takenBack = 0;
  const kept: CostLine[] = [];
  for (const line of lines) {
    if (line.cost_before !== left) cost = line.cost_before;
    left = line.cost_after;
    if (line.delivery_id === deliveryId) {
      takenBack += toThousandths(line.stock_quantity);
      continue;
    }
    const met = (toThousandths(line.stock_before) - takenBack) / 1000;
    const after = averageCost(cost, met, { quantity: line.stock_quantity, worth: line.worth });
    kept.push({ ...line, stock_before: met.toFixed(3), cost_before: cost, cost_after: after });
    cost = after;
  }
  return { cost, lines: kept };
}

interface Paid {
  quantity: string;
  came: string | null;
  price: string | null;
  net: number | null;
  vat: number | null;
  gross: number | null;
}

/** Returns kopecks that a line's document asks for, with VAT where it is known. */
export function statedWorth({ quantity, price, net, vat, gross }: Paid): number | null {
  if (gross !== null) return gross;
  if (net !== null) return net + (vat ?? 0);
  return price === null ? null : Math.round(Number(quantity) * Number(price));
}

/**
 * Returns kopecks of what has come of a line: where less has come than was stated, a unit costs what the document says. More
 * than was stated costs no more.
 */
export function worthOfLine(line: Paid): number | null {
  const worth = statedWorth(line);
  const [stated, came] = [toThousandths(line.quantity), toThousandths(line.came ?? line.quantity)];
  return worth === null || came >= stated ? worth : rounded(BigInt(worth) * BigInt(came), BigInt(stated));
}
