import { exact, type Operation } from '../../offline/operations.ts';

type WithoutRef<T> = T extends { ref: unknown } ? Omit<T, 'ref'> : never;
type Recorded = WithoutRef<Extract<Operation, { kind: 'change' | 'entry' }>>;

/** A bottle on the scale: its weight and the content that the phone computed from it. */
export interface WeighedBottle {
  grossWeightG: number;
  presetTareG?: number;
  estimate: number;
}

/** A weighed bottle, or litres in full ones beside the scale, or both. */
interface Found {
  bottle?: WeighedBottle;
  fullL: number;
}

interface Series {
  /** Where the weights of a series go: into a count's area, or else into the stock. */
  count?: { countId: number; areaId: number | null } | undefined;
  /** What the item's other bottles in this series hold, if there were any. */
  weighed: number | undefined;
}
export type Destination = Pick<Series, 'count'>;

/** Entries of a count add up; the stock is set to the sum of the series, and by the weight itself where that is all. */
export function seriesOperation({ count, weighed }: Series, { bottle, fullL }: Found, confirmed: boolean): Recorded {
  const given = { source: 'scales', method: 'typed', ...(confirmed && { confirmed: true as const }) } as const;
  if (count) return { kind: 'entry', ...count, amount: bottle ?? { quantity: exact(fullL) }, ...given };
  if (bottle && fullL === 0 && weighed === undefined) return { kind: 'change', amount: bottle, ...given };
  const set = exact((weighed ?? 0) + (bottle?.estimate ?? 0) + fullL);
  return { kind: 'change', amount: { set }, ...given };
}
