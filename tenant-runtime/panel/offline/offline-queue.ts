import { ApiError, isVenueAway } from '@ostatok/kit/web/api-client.ts';
import type { Doubt } from '@ostatok/tenant-runtime/contract/plausibility.ts';

/** The state of an entry: not yet accepted by the server, or refused with an error. */
export interface QueueEntry {
  state: 'waiting' | 'refused';
  /** The text shown to the user. */
  error?: string | undefined;
  /** Set when the entry was refused only because the amount is probably a slip; `error` is the question. */
  doubt?: Doubt | undefined;
}

/** The server's result for one entry. */
interface QueueResult {
  id: string;
  status: 'applied' | 'duplicate' | 'rejected';
  error?: string | undefined;
  doubt?: Doubt | undefined;
}

export type QueueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

interface OfflineQueueOptions<E, R extends QueueResult> {
  /**
   * The prefix of the storage keys. It contains the user's id, because another user on this device must not send the
   * entries as their own.
   */
  prefix: string;
  storage: QueueStorage;
  idOf: (entry: E) => string;
  atOf: (entry: E) => Date | string | undefined;
  /** Selects the entries to send together. */
  batchOf: (waiting: E[]) => E[];
  send: (batch: E[]) => Promise<R[]>;
  /** Called with the results that the server returned. */
  onResults: (results: R[]) => void;
  refusal: string;
  /** Waits before the next attempt; injected so that a test need not wait. */
  wait?: ((ms: number) => Promise<void>) | undefined;
}

const LONGEST_WAIT_MS = 30_000;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Whether to keep the entry and retry: there was no response, or the server asks to retry later. Any other error is
 * final.
 */
const worthRetrying = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.status === 0 ||
  error.status >= 500 ||
  [401, 408, 429].includes(error.status) ||
  isVenueAway(error);

function restore<E>(storage: QueueStorage, prefix: string): E[] {
  const found: E[] = [];
  for (let at = 0; at < storage.length; at += 1) {
    const key = storage.key(at);
    const text = key?.startsWith(prefix) ? storage.getItem(key) : null;
    if (text) found.push(JSON.parse(text));
  }
  return found;
}

/**
 * A queue of what has not reached the server. Each entry is stored in the browser under its own id before it is sent,
 * so that neither a closed tab nor a lost connection loses it, and the id makes sending it twice harmless.
 */
export function createOfflineQueue<E extends QueueEntry, R extends QueueResult>(options: OfflineQueueOptions<E, R>) {
  const { prefix, storage, idOf, atOf, batchOf, send, onResults, refusal, wait = sleep } = options;
  const timeOf = (entry: E): number => Number(new Date(atOf(entry) ?? 0));
  let queue: readonly E[] = restore<E>(storage, prefix).sort((a, b) => timeOf(a) - timeOf(b));
  let offline = false;
  let running = false;
  let wake: () => void = () => {};
  let closed = false;
  const listeners = new Set<() => void>();

  function publish(next: readonly E[]): void {
    queue = next;
    for (const listener of listeners) listener();
  }

  function keep(entry: E): void {
    storage.setItem(prefix + idOf(entry), JSON.stringify(entry));
  }

  function drop(ids: ReadonlySet<string>): void {
    if (!queue.some((entry) => ids.has(idOf(entry)))) return;
    for (const id of ids) storage.removeItem(prefix + id);
    publish(queue.filter((entry) => !ids.has(idOf(entry))));
  }

  /** Stores the change before showing it. */
  function change(id: string, next: (entry: E) => E): void {
    publish(
      queue.map((entry) => {
        if (idOf(entry) !== id) return entry;
        const changed = next(entry);
        keep(changed);
        return changed;
      }),
    );
  }
  const refuse = (id: string, error: string, doubt?: Doubt): void =>
    change(id, (entry) => ({ ...entry, state: 'refused', error, doubt }));

  function settle(results: readonly R[]): void {
    const taken = results.filter(({ status }) => status !== 'rejected');
    onResults(taken);
    for (const { id, status, error, doubt } of results) if (status === 'rejected') refuse(id, error ?? refusal, doubt);
    drop(new Set(taken.map(({ id }) => id)));
  }

  async function run(): Promise<void> {
    let pause = 500;
    for (;;) {
      const batch = batchOf(queue.filter(({ state }) => state === 'waiting'));
      if (batch.length === 0 || closed) return;
      try {
        settle(await send(batch));
        offline = false;
        pause = 500;
      } catch (error) {
        if (!worthRetrying(error)) {
          for (const entry of batch) refuse(idOf(entry), error instanceof Error ? error.message : String(error));
          continue;
        }
        offline = true;
        publish([...queue]);
        await Promise.race([wait(pause), new Promise<void>((resolve) => (wake = resolve))]);
        pause = Math.min(pause * 2, LONGEST_WAIT_MS);
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
      publish([...queue]);
      if (queue.some(({ state }) => state === 'waiting')) flush();
    });
  }

  return {
    snapshot: (): readonly E[] => queue,
    isOffline: (): boolean => offline,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(entry: E): void {
      keep(entry);
      publish([...queue, entry]);
      flush();
    },
    /** Removes entries known to be accepted, for instance from a socket event that came before the response. */
    settled: (ids: readonly string[]): void => drop(new Set(ids)),
    change,
    retry(id: string): void {
      publish(queue.map((entry) => (idOf(entry) === id ? { ...entry, state: 'waiting', error: undefined } : entry)));
      flush();
    },
    /** The user has answered the question: `next` makes the entry that they mean, and it is sent. */
    confirm(id: string, next: (entry: E) => E): void {
      change(id, (entry) => ({ ...next(entry), state: 'waiting', error: undefined, doubt: undefined }));
      flush();
    },
    discard: (id: string): void => drop(new Set([id])),
    flush,
    /** Stops sending; queued entries stay in storage for the next visit. */
    close(): void {
      closed = true;
      wake();
    },
  };
}
