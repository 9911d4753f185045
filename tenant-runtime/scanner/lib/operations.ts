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

export type NewItem = Omit<CreateItem, 'key' | 'propose' | 'quantity'>;

/** What a person did, in the order they did it. `estimate` is the phone's own reckoning of a weight. */
export type Operation =
  | ({ kind: 'change'; ref: ItemRef; amount: Amount; reason?: Reason } & Given)
  | ({ kind: 'entry'; ref: ItemRef; countId: number; areaId: number | null; amount: Counted } & Given)
  | { kind: 'takeBack'; ref: ItemRef; countId: number; entryId: string }
  | { kind: 'item'; item: NewItem }
  | { kind: 'measure'; ref: ItemRef; weight: { emptyG: number } | { fullG: number } }
  | { kind: 'code'; ref: ItemRef; ean: string; pack: number };

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
};

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
  let now = quantity;
  for (const { operation, error } of kept) {
    if (error !== undefined || operation.kind !== 'change' || !sameItem(operation.ref, ref) || now === null) continue;
    const { amount } = operation;
    if ('delta' in amount) now += amount.delta;
    else now = 'set' in amount ? amount.set : amount.estimate;
  }
  return now === null ? null : exact(now);
}

export const countedOf = (amount: Counted): number => ('quantity' in amount ? amount.quantity : amount.estimate);

export { exact };
