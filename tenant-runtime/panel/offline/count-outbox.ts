import type { ApiClient } from '@ostatok/kit/web/api-client.ts';
import { ApiError, isVenueAway } from '@ostatok/kit/web/api-client.ts';
import { createEmitter } from '@ostatok/kit/web/emitter.ts';
import type { CountEntryResult } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import type { CountEntryInput } from '@ostatok/tenant-runtime/contract/counts.ts';
import type { VenueEndpoints } from '@ostatok/tenant-runtime/contract/endpoints.ts';
import { MAX_BATCH } from '@ostatok/tenant-runtime/contract/limits.ts';
import { createOfflineQueue } from './offline-queue.ts';
import type { QueueEntry, QueueStorage } from './stored-entries.ts';

/** A count entry that the server has not confirmed yet. */
export interface QueuedEntry extends QueueEntry {
  countId: number;
  entry: CountEntryInput & { itemId: number };
  itemName: string;
  unit: string;
  /**
   * The user took it back before it was known to have arrived: it is sent and then voided, so that its state is
   * certain.
   */
  takenBack?: boolean;
}

interface CountOutboxOptions {
  api: Pick<ApiClient<VenueEndpoints>, 'call'>;
  owner: string;
  storage: QueueStorage;
  /** Called with the reason of each refusal, which the user may not have in sight. */
  onRefused: (error: string) => void;
  wait?: (ms: number) => Promise<void>;
}

/** Sends queued count entries to the server, those of one count at a time. */
export function createCountOutbox({ api, owner, storage, onRefused, wait }: CountOutboxOptions) {
  const answers = createEmitter<[countId: number, results: CountEntryResult[]]>();

  async function takeBack({ countId, entry }: QueuedEntry): Promise<void> {
    try {
      await api.call('DELETE /api/counts/:id/entries/:entryId', { params: { id: countId, entryId: entry.id } });
    } catch (error) {
      // The entry has been voided already or was never accepted.
      const isSettled = error instanceof ApiError && [404, 409].includes(error.status) && !isVenueAway(error);
      if (!isSettled) throw error;
    }
  }

  async function send(batch: QueuedEntry[]): Promise<CountEntryResult[]> {
    const [first] = batch;
    if (!first) return [];
    const { results } = await api.call('POST /api/counts/:id/entries', {
      params: { id: first.countId },
      body: { entries: batch.map(({ entry }) => entry) },
    });
    // The queue is read again, because an entry may have been taken back while it was being sent.
    const ids = new Set(batch.map(({ entry }) => entry.id));
    for (const queued of queue.snapshot()) if (queued.takenBack && ids.has(queued.entry.id)) await takeBack(queued);
    answers.emit(first.countId, results);
    return results;
  }

  const queue = createOfflineQueue<QueuedEntry, CountEntryResult>({
    prefix: `ostatok.count-entry.${owner}.`,
    storage,
    idOf: ({ entry }) => entry.id,
    atOf: ({ entry }) => entry.at,
    batchOf: (waiting) => waiting.filter(({ countId }) => countId === waiting[0]?.countId).slice(0, MAX_BATCH),
    send,
    onResults: () => {},
    onRefused,
    refusal: 'Запись не принята',
    wait,
  });
  return {
    ...queue,
    add: (entry: Omit<QueuedEntry, keyof QueueEntry>): void => queue.add({ ...entry, state: 'waiting' }),
    /** The user confirms the amount in question, or `instead`. */
    confirm: (id: string, instead?: number): void =>
      queue.confirm(id, (queued) => ({
        ...queued,
        entry: { ...queued.entry, ...(instead !== undefined && { quantity: instead }), confirmed: true },
      })),
    /** Calls the listener with each of the server's responses, also about entries that it has refused. */
    onAnswer: answers.subscribe,
    takeBack: (id: string): void => queue.change(id, (entry) => ({ ...entry, takenBack: true })),
  };
}
export type CountOutbox = ReturnType<typeof createCountOutbox>;
