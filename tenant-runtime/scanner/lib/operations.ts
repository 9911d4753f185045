import type { Reason } from '@ostatok/tenant-runtime/contract/changes.ts';
import type { CreateItem, Unit } from '@ostatok/tenant-runtime/contract/items.ts';
import type { Doubt } from '@ostatok/tenant-runtime/contract/plausibility.ts';

/** An item the server knows, or one this phone has made and the server has yet to hear of. */
export type ItemRef = { itemId: number } | { itemKey: string };

type Weight = { grossWeightG: number; estimate: number };
type Amount = { delta: number } | { set: number } | Weight;
type Counted = { quantity: number } | Weight;
/** `confirmed`: the person was asked whether the amount is meant. */
type Given = { source: 'scanner' | 'scales'; method: 'typed' | 'scanned'; confirmed?: true };

/** What is taken back, in words: «+0,7 л». */
type OfTaken = { what?: string };

export type NewItem = Omit<CreateItem, 'key' | 'propose' | 'quantity'>;

/**
 * What a person did, in the order they did it. `estimate` is the phone's own reckoning of a weight; the `delta` of an undo is
 * what the server made of the change that is taken back, null where it is hidden.
 */
export type Operation =
  | ({ kind: 'change'; ref: ItemRef; amount: Amount; reason?: Reason } & Given)
  | ({ kind: 'entry'; ref: ItemRef; countId: number; areaId: number | null; amount: Counted } & Given)
  | ({ kind: 'takeBack'; ref: ItemRef; countId: number; entryId: string } & OfTaken)
  | ({ kind: 'undo'; ref: ItemRef; changeId: string; delta?: number | null } & OfTaken)
  | { kind: 'item'; item: NewItem }
  | { kind: 'measure'; ref: ItemRef; weight: { emptyG: number } | { fullG: number } }
  | { kind: 'code'; ref: ItemRef; ean: string; pack: number }
  | ({ kind: 'detach'; ref: ItemRef; codeId: string } & OfTaken);

export interface Said {
  /** The number under which the server knows it: sent twice it is taken once. Of a new item: its key. */
  id: string;
  /** Whose it is: another person at this phone never sends it as their own. */
  owner: number;
  ownerName: string;
  at: string;
  itemName: string;
  unit: Unit;
}

export type Kept = Said & {
  /** The order in which things were done on this phone. */
  seq: number;
  operation: Operation;
  /** Why the server refused it; absent while it waits. */
  error?: string;
  /** Refused only because the amount is probably a slip: `error` is the question, and a word of the person sends it. */
  doubt?: Doubt;
  /** The new item that was refused, when that alone holds this one back. */
  because?: string;
  /** Sent again as it is it would mean another thing. */
  final?: true;
  /** It has certainly not reached the server, so that taking it back needs no reverse. */
  unsent?: true;
};

/** The id of what the operation takes back; undefined of any other operation. */
export function takenBy(operation: Operation): string | undefined {
  if (operation.kind === 'undo') return operation.changeId;
  if (operation.kind === 'detach') return operation.codeId;
  return operation.kind === 'takeBack' ? operation.entryId : undefined;
}

/** The ids of what is being taken back; where the server has refused that, it stands. */
export const takenIn = (kept: readonly Kept[]): Set<string> =>
  new Set(kept.flatMap(({ operation, error }) => (error === undefined ? (takenBy(operation) ?? []) : [])));

export const refOf = ({ operation }: Pick<Kept, 'operation'>): ItemRef | null =>
  'ref' in operation ? operation.ref : null;

export const sameItem = (a: ItemRef, b: ItemRef): boolean =>
  'itemId' in a ? 'itemId' in b && a.itemId === b.itemId : 'itemKey' in b && a.itemKey === b.itemKey;

/** By what request it goes; `alone` keeps its place between what came before and after it. */
function channelOf({ operation }: Kept): string {
  if (operation.kind === 'change') return 'changes';
  return operation.kind === 'entry' ? `entries:${operation.countId}` : 'alone';
}

/**
 * What goes to the server next, in one request. Changes and entries do not mind each other, so all of one kind go
 * together; a new item, a measured weight and a taken-back entry wait for what is before them and hold what is after.
 */
export function nextPortion(waiting: readonly Kept[], limit: number): Kept[] {
  const [first] = waiting;
  if (!first) return [];
  const channel = channelOf(first);
  if (channel === 'alone') return [first];
  const portion: Kept[] = [];
  for (const kept of waiting) {
    const own = channelOf(kept);
    if (own === 'alone' || portion.length === limit) break;
    if (own === channel) portion.push(kept);
  }
  return portion;
}

const exact = (value: number): number => Math.round(value * 1000) / 1000 || 0;

/** What the server last said and, on top, what this phone has yet to send. null: not told, or not known. */
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

/** What the server's quantity still holds of a change that is being taken back. */
const undone = ({ changeId, delta }: Extract<Operation, { kind: 'undo' }>, waiting: ReadonlySet<string>): number =>
  waiting.has(changeId) ? 0 : (delta ?? 0);

export const countedOf = (amount: Counted): number => ('quantity' in amount ? amount.quantity : amount.estimate);

export { exact };
