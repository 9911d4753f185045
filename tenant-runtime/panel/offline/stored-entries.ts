import { createEmitter } from '@ostatok/kit/web/emitter.ts';
import type { Doubt } from '@ostatok/tenant-runtime/contract/plausibility.ts';

/** The state of an entry: not yet accepted by the server, or refused with an error. */
export interface QueueEntry {
  state: 'waiting' | 'refused';
  /** The text shown to the user. */
  error?: string | undefined;
  /** Set when the entry was refused only because the amount is probably a slip; `error` is the question. */
  doubt?: Doubt | undefined;
}

export type QueueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export interface StoredEntriesOptions<E> {
  /**
   * The prefix of the storage keys. It contains the user's id, because another user on this device must not send the
   * entries as their own.
   */
  prefix: string;
  storage: QueueStorage;
  idOf: (entry: E) => string;
  atOf: (entry: E) => Date | string | undefined;
}

function restore<E>(storage: QueueStorage, prefix: string): E[] {
  const found: E[] = [];
  for (let at = 0; at < storage.length; at += 1) {
    const key = storage.key(at);
    const text = key?.startsWith(prefix) ? storage.getItem(key) : null;
    if (text) found.push(JSON.parse(text));
  }
  return found;
}

/** The entries of a queue, each stored in the browser under its own id, the oldest first. */
export function createStoredEntries<E extends QueueEntry>({ prefix, storage, idOf, atOf }: StoredEntriesOptions<E>) {
  const timeOf = (entry: E): number => Number(new Date(atOf(entry) ?? 0));
  let queue: readonly E[] = restore<E>(storage, prefix).sort((a, b) => timeOf(a) - timeOf(b));
  const changes = createEmitter();

  function publish(next: readonly E[]): void {
    queue = next;
    changes.emit();
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

  return {
    snapshot: (): readonly E[] => queue,
    subscribe: changes.subscribe,
    publish,
    keep,
    drop,
    change,
  };
}
