import type { ChangeResult } from '@ostatok/tenant-runtime/contract/changes.endpoints.ts';
import type { ChangeInput } from '@ostatok/tenant-runtime/contract/changes.ts';
import { MAX_BATCH } from '@ostatok/tenant-runtime/contract/limits.ts';
import { createOfflineQueue } from './offline-queue.ts';
import type { QueueEntry, QueueStorage } from './stored-entries.ts';

/** A change that the server has not confirmed yet. */
export interface QueuedChange extends QueueEntry {
  change: ChangeInput & { itemId: number };
  /** The item's name as the user saw it, to say which change was refused. */
  itemName: string;
  unit: string;
}

interface OutboxOptions {
  send: (changes: ChangeInput[]) => Promise<ChangeResult[]>;
  /** The user's id: another user on this device must not send these changes as their own. */
  owner: string;
  storage: QueueStorage;
  /** Called with the results that the server returned. */
  onResults: (results: ChangeResult[]) => void;
  /** Called with the reason of each refusal, which the user may not have in sight. */
  onRefused: (error: string) => void;
  /** Waits before the next attempt; injected so that a test need not wait. */
  wait?: (ms: number) => Promise<void>;
}

function confirmedChange(change: QueuedChange['change'], instead: number | undefined): QueuedChange['change'] {
  if (instead === undefined) return { ...change, confirmed: true };
  return { ...change, ...(change.delta === undefined ? { set: instead } : { delta: instead }), confirmed: true };
}

/** Sends queued changes to the server. */
export function createOutbox({ send, owner, storage, onResults, onRefused, wait }: OutboxOptions) {
  const queue = createOfflineQueue<QueuedChange, ChangeResult>({
    prefix: `ostatok.change.${owner}.`,
    storage,
    idOf: ({ change }) => change.id,
    atOf: ({ change }) => change.at,
    batchOf: (waiting) => waiting.slice(0, MAX_BATCH),
    send: (batch) => send(batch.map(({ change }) => change)),
    onResults,
    onRefused,
    refusal: 'Изменение не принято',
    wait,
  });
  return {
    ...queue,
    add: (entry: Omit<QueuedChange, keyof QueueEntry>): void => queue.add({ ...entry, state: 'waiting' }),
    /** The user confirms the amount in question, or `instead`. */
    confirm: (id: string, instead?: number): void =>
      queue.confirm(id, (entry) => ({ ...entry, change: confirmedChange(entry.change, instead) })),
  };
}
export type Outbox = ReturnType<typeof createOutbox>;

/** The quantity to show: the server's quantity plus the queued changes; null stays hidden. */
export function withQueued(quantity: number | null, itemId: number, queue: readonly QueuedChange[]): number | null {
  if (quantity === null) return null;
  let seen = quantity;
  for (const { change, state } of queue) {
    if (change.itemId !== itemId || state === 'refused') continue;
    seen = change.set ?? seen + (change.delta ?? 0);
  }
  return Math.round(seen * 1000) / 1000;
}
