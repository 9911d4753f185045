import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { type ChangeInput, type ChangeResult, MAX_CHANGES } from '@ostatok/tenant-runtime/contract/changes.ts';

/** A change that the server has not yet confirmed. */
export interface QueuedChange {
  change: ChangeInput & { itemId: number };
  /** As the person saw the item, for telling them which change it is. */
  itemName: string;
  unit: string;
  state: 'waiting' | 'refused';
  /** Why the server refused it, for a person. */
  error?: string;
}

interface OutboxOptions {
  send: (changes: ChangeInput[]) => Promise<ChangeResult[]>;
  /** Whose changes these are: another person signing in at this screen must not send them as their own. */
  owner: string;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;
  /** Told of what the server took. */
  onResults: (results: ChangeResult[]) => void;
  /** Waits before the next attempt; handed in so that a test need not wait. */
  wait?: (ms: number) => Promise<void>;
}

const PREFIX = 'ostatok.change.';
const LONGEST_WAIT_MS = 30_000;

/** Nobody answered, or the server asks to come later: the change keeps, everything else is an answer. */
const worthRetrying = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || [401, 408, 429].includes(error.status);

/**
 * Changes on their way to the server. Each is kept in the browser's storage under its own id before anything is sent,
 * so that a closed tab or a dead network loses nothing, and the id makes sending it twice harmless.
 */
export function createOutbox({ send, owner, storage, onResults, wait = sleep }: OutboxOptions) {
  const prefix = `${PREFIX}${owner}.`;
  let queue: readonly QueuedChange[] = restore();
  let offline = false;
  let running = false;
  let wake: () => void = () => {};
  let closed = false;
  const listeners = new Set<() => void>();

  function restore(): QueuedChange[] {
    const found: QueuedChange[] = [];
    for (let at = 0; at < storage.length; at += 1) {
      const key = storage.key(at);
      const text = key?.startsWith(prefix) ? storage.getItem(key) : null;
      if (text) found.push(JSON.parse(text));
    }
    return found.sort((a, b) => Number(new Date(a.change.at ?? 0)) - Number(new Date(b.change.at ?? 0)));
  }

  function publish(next: readonly QueuedChange[]): void {
    queue = next;
    for (const listener of listeners) listener();
  }

  function keep(entry: QueuedChange): void {
    storage.setItem(prefix + entry.change.id, JSON.stringify(entry));
  }

  function drop(ids: ReadonlySet<string>): void {
    for (const id of ids) storage.removeItem(prefix + id);
    publish(queue.filter(({ change }) => !ids.has(change.id)));
  }

  function refuse(id: string, error: string): void {
    publish(
      queue.map((entry) => {
        if (entry.change.id !== id) return entry;
        const refused: QueuedChange = { ...entry, state: 'refused', error };
        keep(refused);
        return refused;
      }),
    );
  }

  function settle(results: readonly ChangeResult[]): void {
    onResults(results.filter(({ status }) => status !== 'rejected'));
    for (const { id, status, error } of results) {
      if (status === 'rejected') refuse(id, error ?? 'Изменение не принято');
    }
    drop(new Set(results.filter(({ status }) => status !== 'rejected').map(({ id }) => id)));
  }

  async function run(): Promise<void> {
    let pause = 500;
    for (;;) {
      const batch = queue.filter(({ state }) => state === 'waiting').slice(0, MAX_CHANGES);
      if (batch.length === 0 || closed) return;
      try {
        settle(await send(batch.map(({ change }) => change)));
        offline = false;
        pause = 500;
      } catch (error) {
        if (!worthRetrying(error)) {
          for (const { change } of batch) refuse(change.id, error instanceof Error ? error.message : String(error));
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
    snapshot: (): readonly QueuedChange[] => queue,
    isOffline: (): boolean => offline,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(entry: Omit<QueuedChange, 'state' | 'error'>): void {
      const queued: QueuedChange = { ...entry, state: 'waiting' };
      keep(queued);
      publish([...queue, queued]);
      flush();
    },
    /** Seen to have been taken, for instance by the socket before the answer came. */
    confirm: (ids: readonly string[]): void => drop(new Set(ids)),
    retry(id: string): void {
      publish(
        queue.map((entry) => (entry.change.id === id ? { ...entry, state: 'waiting', error: undefined } : entry)),
      );
      flush();
    },
    discard: (id: string): void => drop(new Set([id])),
    flush,
    /** Stops trying; what waits stays in storage for the next visit. */
    close(): void {
      closed = true;
      wake();
    },
  };
}
export type Outbox = ReturnType<typeof createOutbox>;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The quantity a person should see: what the server holds and, on top, what is still on its way. */
export function withQueued(quantity: number, itemId: number, queue: readonly QueuedChange[]): number {
  let seen = quantity;
  for (const { change, state } of queue) {
    if (change.itemId !== itemId || state === 'refused') continue;
    seen = change.set ?? seen + (change.delta ?? 0);
  }
  return Math.round(seen * 1000) / 1000;
}
