import type { ShownChange } from '@ostatok/tenant-runtime/contract/changes.endpoints.ts';
import type { Reason } from '@ostatok/tenant-runtime/contract/changes.ts';
import { roundQuantity } from '../../../forms/quantity-input.ts';

export type HistoryPoint = {
  /** The time from which the quantity held, ms. */
  at: number;
  quantity: number;
  /** null at the ends of the range. */
  change: ShownChange | null;
};

/**
 * The quantity over time as steps; null while it is hidden. `changes` are newest first, as the log returns them, and
 * are placed at the time when the server accepted them, since only then did the quantity change.
 */
export function historyOf(
  changes: readonly ShownChange[],
  current: number | null,
  { from, now }: { from: number; now: number },
): HistoryPoint[] | null {
  const steps: HistoryPoint[] = [];
  let at = from;
  for (const change of [...changes].sort((a, b) => a.seq - b.seq)) {
    if (change.after === null) return null;
    at = Math.max(at, Date.parse(change.created_at));
    steps.push({ at, quantity: change.after, change });
  }
  if (current === null) return null;
  const before = steps[0]?.change?.before ?? current;
  return [{ at: from, quantity: before, change: null }, ...steps, { at: now, quantity: current, change: null }];
}

/** The quantity that went for each reason, positive; undone changes are left out. */
export function goneBy(changes: readonly ShownChange[]): { reason: Reason; quantity: number }[] {
  const gone = new Map<Reason, number>();
  for (const { reason, delta, undone, undoes } of changes) {
    if (!reason || delta === null || delta >= 0 || undone || undoes) continue;
    gone.set(reason, roundQuantity((gone.get(reason) ?? 0) - delta));
  }
  return [...gone].map(([reason, quantity]) => ({ reason, quantity }));
}
