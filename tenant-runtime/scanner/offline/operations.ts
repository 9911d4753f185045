import type { Reason } from '@ostatok/tenant-runtime/contract/changes.ts';
import type { CreateItem, Unit } from '@ostatok/tenant-runtime/contract/items.ts';
import type { Doubt } from '@ostatok/tenant-runtime/contract/plausibility.ts';

/** An item of the server, or one created on this phone that the server does not know yet. */
export type ItemRef = { itemId: number } | { itemKey: string };

/** `presetTareG`: the grams of what stands on the bottle, which the gross weight includes. */
type Weight = { grossWeightG: number; presetTareG?: number; estimate: number };
type Bottle = ({ emptyG: number } | { fullG: number }) & { presetTareG?: number; stepG?: number };
type Amount = { delta: number } | { set: number } | Weight;
type Counted = { quantity: number } | Weight;
/** `confirmed`: the user was asked whether the amount is meant, and confirmed it. */
type Given = { source: 'scanner' | 'scales'; method: 'typed' | 'scanned'; confirmed?: true };

/** A label of what is taken back: «+0,7 л». */
type OfTaken = { what?: string };

export type NewItem = Omit<CreateItem, 'key' | 'propose' | 'quantity'>;

/**
 * One thing the user did. `estimate` is the quantity that the phone computed from a weight; the `delta` of an undo is
 * the server's difference of the undone change, null when hidden.
 */
export type Operation =
  | ({ kind: 'change'; ref: ItemRef; amount: Amount; reason?: Reason } & Given)
  | ({ kind: 'entry'; ref: ItemRef; countId: number; areaId: number | null; amount: Counted; mark?: string } & Given)
  | ({ kind: 'takeBack'; ref: ItemRef; countId: number; entryId: string } & OfTaken)
  | ({ kind: 'undo'; ref: ItemRef; changeId: string; delta?: number | null } & OfTaken)
  | { kind: 'item'; item: NewItem }
  | { kind: 'measure'; ref: ItemRef; weight: Bottle; confirmed?: true }
  | { kind: 'code'; ref: ItemRef; ean: string; pack: number }
  | { kind: 'mark'; ref: ItemRef; mark: string }
  | ({ kind: 'detach'; ref: ItemRef; codeId: string } & OfTaken);

export interface Said {
  /** The idempotency key: the server accepts it once even if it is sent twice. A new item's key. */
  id: string;
  /** The user's id; another user on this phone never sends the record as their own. */
  owner: number;
  ownerName: string;
  at: string;
  itemName: string;
  unit: Unit;
}

export type Kept = Said & {
  /** The order in which the records were made on this phone. */
  seq: number;
  operation: Operation;
  /** The server's reason for refusing it; absent while it waits. */
  error?: string;
  /**
   * Set when it was refused only because the amount is probably a slip: `error` is the question, and the user's
   * confirmation sends it.
   */
  doubt?: Doubt;
  /** Set when it was refused because its bottle is in the count already. */
  seen?: true;
  /** The key of the refused new item that alone holds this record back. */
  because?: string;
  /** It must not be retried, because it would mean another amount. */
  final?: true;
  /** It has certainly not reached the server, so that taking it back needs no reverse record. */
  unsent?: true;
};

/** The id of what the operation takes back; undefined for any other operation. */
export function takenBy(operation: Operation): string | undefined {
  if (operation.kind === 'undo') return operation.changeId;
  if (operation.kind === 'detach') return operation.codeId;
  return operation.kind === 'takeBack' ? operation.entryId : undefined;
}

/** The ids being taken back; a take-back that the server refused does not count. */
export const takenIn = (kept: readonly Kept[]): Set<string> =>
  new Set(kept.flatMap(({ operation, error }) => (error === undefined ? (takenBy(operation) ?? []) : [])));

export const refOf = ({ operation }: Pick<Kept, 'operation'>): ItemRef | null =>
  'ref' in operation ? operation.ref : null;

export const sameItem = (a: ItemRef, b: ItemRef): boolean =>
  'itemId' in a ? 'itemId' in b && a.itemId === b.itemId : 'itemKey' in b && a.itemKey === b.itemKey;

/** Names the request that carries the operation; one in the channel `alone` is sent by itself, in order. */
function channelOf({ operation }: Kept): string {
  if (operation.kind === 'change') return 'changes';
  return operation.kind === 'entry' ? `entries:${operation.countId}` : 'alone';
}

/**
 * Selects the records for the next request. Changes and entries are independent, so all of one kind go together; a new
 * item, a measured weight, a barcode, a mark and any take-back wait for the records before them and hold those after.
 */
export function nextBatch(waiting: readonly Kept[], limit: number): Kept[] {
  const [first] = waiting;
  if (!first) return [];
  const channel = channelOf(first);
  if (channel === 'alone') return [first];
  const batch: Kept[] = [];
  for (const kept of waiting) {
    const own = channelOf(kept);
    if (own === 'alone' || batch.length === limit) break;
    if (own === channel) batch.push(kept);
  }
  return batch;
}

const exact = (value: number): number => Math.round(value * 1000) / 1000 || 0;

/** The server's last quantity plus this phone's queued changes; null when hidden or unknown. */
export function pendingQuantity(quantity: number | null, ref: ItemRef, kept: readonly Kept[]): number | null {
  const taken = takenIn(kept);
  const waiting = new Set(kept.map(({ id }) => id));
  let now = quantity;
  for (const { id, operation, error } of kept) {
    if (error !== undefined || now === null) continue;
    if (operation.kind !== 'change' && operation.kind !== 'undo') continue;
    if (!sameItem(operation.ref, ref) || taken.has(id)) continue;
    now = operation.kind === 'change' ? changed(now, operation.amount) : now - undone(operation, waiting);
  }
  return now === null ? null : exact(now);
}

function changed(now: number, amount: Amount): number {
  if ('delta' in amount) return now + amount.delta;
  return 'set' in amount ? amount.set : amount.estimate;
}

/** The part of an undone change that the server's quantity still includes. */
const undone = ({ changeId, delta }: Extract<Operation, { kind: 'undo' }>, waiting: ReadonlySet<string>): number =>
  waiting.has(changeId) ? 0 : (delta ?? 0);

export const countedOf = (amount: Counted): number => ('quantity' in amount ? amount.quantity : amount.estimate);

export { exact };
