import { createBackoff } from '@ostatok/kit/contract/backoff.ts';
import { worthRetrying } from '@ostatok/kit/web/api-client.ts';
import type { Doubt } from '@ostatok/tenant-runtime/contract/plausibility.ts';
import { createStoredEntries, type QueueEntry, type StoredEntriesOptions } from './stored-entries.ts';

/** The server's result for one entry. */
interface QueueResult {
  id: string;
  status: 'applied' | 'duplicate' | 'rejected';
  error?: string | undefined;
  doubt?: Doubt | undefined;
}

interface OfflineQueueOptions<E, R extends QueueResult> extends StoredEntriesOptions<E> {
  /** Selects the entries to send together. */
  batchOf: (waiting: E[]) => E[];
  send: (batch: E[]) => Promise<R[]>;
  /** Called with the results that the server returned. */
  onResults: (results: R[]) => void;
  /** Called with the reason of each refusal; once for what was refused together. */
  onRefused?: ((error: string) => void) | undefined;
  refusal: string;
  /** Waits before the next attempt; injected so that a test need not wait. */
  wait?: ((ms: number) => Promise<void>) | undefined;
}

const RETRY = { firstMs: 500, lastMs: 30_000 };

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A queue of what has not reached the server. Each entry is stored in the browser under its own id before it is sent,
 * so that neither a closed tab nor a lost connection loses it, and the id makes sending it twice harmless.
 */
export function createOfflineQueue<E extends QueueEntry, R extends QueueResult>(options: OfflineQueueOptions<E, R>) {
  const { prefix, storage, idOf, atOf, batchOf, send, onResults, onRefused, refusal, wait = sleep } = options;
  const entries = createStoredEntries({ prefix, storage, idOf, atOf });
  let offline = false;
  let running = false;
  let wake: () => void = () => {};
  let closed = false;

  function refuse(id: string, error: string, doubt?: Doubt): void {
    entries.change(id, (entry) => ({ ...entry, state: 'refused', error, doubt }));
  }

  function refuseAll(batch: readonly E[], error: string): void {
    for (const entry of batch) refuse(idOf(entry), error);
    onRefused?.(batch.length === 1 ? error : `Не принято записей: ${batch.length}. ${error}`);
  }

  function settle(results: readonly R[]): void {
    const taken = results.filter(({ status }) => status !== 'rejected');
    onResults(taken);
    for (const { id, status, error = refusal, doubt } of results) {
      if (status !== 'rejected') continue;
      refuse(id, error, doubt);
      onRefused?.(error);
    }
    entries.drop(new Set(taken.map(({ id }) => id)));
  }

  async function run(): Promise<void> {
    const backoff = createBackoff(RETRY);
    for (;;) {
      const batch = batchOf(entries.snapshot().filter(({ state }) => state === 'waiting'));
      if (batch.length === 0 || closed) return;
      try {
        settle(await send(batch));
        offline = false;
        backoff.reset();
      } catch (error) {
        if (!worthRetrying(error)) {
          refuseAll(batch, error instanceof Error ? error.message : String(error));
          continue;
        }
        offline = true;
        entries.publish([...entries.snapshot()]);
        await Promise.race([wait(backoff.next()), new Promise<void>((resolve) => (wake = resolve))]);
      }
    }
  }

  function flush(): void {
    wake();
    if (running) return;
    running = true;
    void run().finally(() => {
      running = false;
      if (closed) return;
      entries.publish([...entries.snapshot()]);
      if (entries.snapshot().some(({ state }) => state === 'waiting')) flush();
    });
  }

  return {
    snapshot: entries.snapshot,
    isOffline: (): boolean => offline,
    subscribe: entries.subscribe,
    add(entry: E): void {
      entries.keep(entry);
      entries.publish([...entries.snapshot(), entry]);
      flush();
    },
    /** Removes entries known to be accepted, for instance from a socket event that came before the response. */
    settled: (ids: readonly string[]): void => entries.drop(new Set(ids)),
    change: entries.change,
    retry(id: string): void {
      entries.publish(
        entries
          .snapshot()
          .map((entry) => (idOf(entry) === id ? { ...entry, state: 'waiting', error: undefined } : entry)),
      );
      flush();
    },
    /** The user has answered the question: `next` makes the entry that they mean, and it is sent. */
    confirm(id: string, next: (entry: E) => E): void {
      entries.change(id, (entry) => ({ ...next(entry), state: 'waiting', error: undefined, doubt: undefined }));
      flush();
    },
    discard: (id: string): void => entries.drop(new Set([id])),
    flush,
    /** Stops sending; queued entries stay in storage for the next visit. */
    close(): void {
      closed = true;
      wake();
    },
  };
}
