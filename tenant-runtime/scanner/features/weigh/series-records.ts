import { exact, type ItemRef, sameItem } from '../../offline/operations.ts';
import type { ShownRecord } from '../../recording/use-records.ts';

/** A weight recorded in this series, or full bottles beside it. */
export interface SeriesRecord {
  shown: ShownRecord;
  ref: ItemRef;
  /** In the item's unit: what the record adds to a count, or the stock that it sets. */
  quantity: number;
  isGone: boolean;
}

interface Series {
  since: string;
  countId?: number | undefined;
}

function quantityOf({ record: { operation } }: ShownRecord): number | undefined {
  if (operation.kind === 'code') return undefined;
  const { amount } = operation;
  if ('estimate' in amount) return amount.estimate;
  if ('set' in amount) return amount.set;
  return 'quantity' in amount ? amount.quantity : undefined;
}

const isOf = ({ record: { at, operation } }: ShownRecord, { since, countId }: Series): boolean =>
  operation.kind !== 'code' &&
  operation.source === 'scales' &&
  at >= since &&
  (operation.kind === 'entry' ? operation.countId : undefined) === countId;

/** The records of this series, newest first. */
export function seriesRecords(records: readonly ShownRecord[], series: Series): SeriesRecord[] {
  return records.flatMap((shown) => {
    const quantity = quantityOf(shown);
    if (quantity === undefined || !isOf(shown, series)) return [];
    const { record, isRefused, isLeaving } = shown;
    return [{ shown, ref: record.operation.ref, quantity, isGone: isRefused || isLeaving }];
  });
}

/** What the item's bottles in this series hold so far; undefined when none was weighed. */
export function weighedSoFar(records: readonly SeriesRecord[], ref: ItemRef, isCount: boolean): number | undefined {
  const own = records.filter((record) => !record.isGone && sameItem(record.ref, ref));
  const [newest] = own;
  if (!newest) return undefined;
  return isCount ? exact(own.reduce((sum, { quantity }) => sum + quantity, 0)) : newest.quantity;
}

/**
 * Which records may be taken back. Each weight of a count stands for itself; stock that was set twice goes back step by
 * step.
 */
export function mayTakeBack(records: readonly SeriesRecord[], record: SeriesRecord, isCount: boolean): boolean {
  if (record.isGone || !record.shown.taken) return false;
  return isCount || records.find((one) => !one.isGone && sameItem(one.ref, record.ref)) === record;
}
