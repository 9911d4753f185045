import type { ChangeInput, ChangeResult } from '@ostatok/tenant-runtime/contract/changes.ts';
import { MAX_BATCH } from '@ostatok/tenant-runtime/contract/limits.ts';
import { createOfflineQueue, type QueueEntry, type QueueStorage } from './offline-queue.ts';

/** A change that the server has not yet confirmed. */
export interface QueuedChange extends QueueEntry {
  change: ChangeInput & { itemId: number };
  /** As the person saw the item, for telling them which change it is. */
  itemName: string;
  unit: string;
}

interface OutboxOptions {
  send: (changes: ChangeInput[]) => Promise<ChangeResult[]>;
  /** Whose changes these are: another person signing in at this screen must not send them as their own. */
  owner: string;
  storage: QueueStorage;
  /** Told of what the server took. */
  onResults: (results: ChangeResult[]) => void;
  /** Waits before the next attempt; handed in so that a test need not wait. */
  wait?: (ms: number) => Promise<void>;
}

function confirmedChange(change: QueuedChange['change'], instead: number | undefined): QueuedChange['change'] {
  if (instead === undefined) return { ...change, confirmed: true };
  return { ...change, ...(change.delta === undefined ? { set: instead } : { delta: instead }), confirmed: true };
}

/** Changes on their way to the server. */
export function createOutbox({ send, owner, storage, onResults, wait }: OutboxOptions) {
  const queue = createOfflineQueue<QueuedChange, ChangeResult>({
    prefix: `ostatok.change.${owner}.`,
    storage,
    idOf: ({ change }) => change.id,
    atOf: ({ change }) => change.at,
    batchOf: (waiting) => waiting.slice(0, MAX_BATCH),
    send: (batch) => send(batch.map(({ change }) => change)),
    onResults,
    refusal: 'Изменение не принято',
    wait,
  });
  return {
    ...queue,
    add: (entry: Omit<QueuedChange, keyof QueueEntry>): void => queue.add({ ...entry, state: 'waiting' }),
    /** The person means the amount that was asked about, or `instead`. */
    confirm: (id: string, instead?: number): void =>
      queue.confirm(id, (entry) => ({ ...entry, change: confirmedChange(entry.change, instead) })),
  };
}
export type Outbox = ReturnType<typeof createOutbox>;

/** The quantity a person should see: what the server holds and, on top, what is still on its way; null stays hidden. */
export function withQueued(quantity: number | null, itemId: number, queue: readonly QueuedChange[]): number | null {
  if (quantity === null) return null;
  let seen = quantity;
  for (const { change, state } of queue) {
    if (change.itemId !== itemId || state === 'refused') continue;
    seen = change.set ?? seen + (change.delta ?? 0);
  }
  return Math.round(seen * 1000) / 1000;
}
