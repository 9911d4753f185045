import { type ApiClient, ApiError } from '@ostatok/kit/web/api-client.ts';
import { type ChangeResult, MAX_CHANGES } from '@ostatok/tenant-runtime/contract/changes.ts';
import type { Item } from '@ostatok/tenant-runtime/contract/items.ts';
import { type Database, type KeptChange, keepChange } from './database.ts';

export interface QueueState {
  entries: readonly KeptChange[];
  /** The last attempt found nobody: the phone's own word on being online is not to be trusted. */
  offline: boolean;
}

interface QueueOptions {
  db: Database;
  api: Pick<ApiClient, 'post'>;
  owner: number;
  /** The items as the server now has them. */
  onItems: (items: Item[]) => void;
}

const RETRY_MS = 5_000;
const comesLater = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || [401, 408, 429].includes(error.status);
const byTime = (a: KeptChange, b: KeptChange): number => Number(a.change.at ?? 0) - Number(b.change.at ?? 0);

/** Changes on their way from the phone's disk to the server; sending one twice is harmless by its id. */
export async function createQueue({ db, api, owner, onItems }: QueueOptions) {
  const mine = (await db.getAll('changes')).filter((kept) => kept.owner === owner).sort(byTime);
  let state: QueueState = { entries: mine, offline: false };
  let sending = false;
  let closed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function publish(next: Partial<QueueState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  async function replace(kept: KeptChange): Promise<void> {
    await keepChange(db, kept);
    publish({ entries: state.entries.map((entry) => (entry.id === kept.id ? kept : entry)) });
  }

  async function drop(id: string): Promise<void> {
    await db.delete('changes', id);
    publish({ entries: state.entries.filter((entry) => entry.id !== id) });
  }

  async function settle({ id, status, item, error }: ChangeResult): Promise<void> {
    const entry = state.entries.find((kept) => kept.id === id);
    if (status === 'rejected') {
      if (entry) await replace({ ...entry, error: error ?? 'Изменение не принято' });
      return;
    }
    if (item) onItems([item]);
    await drop(id);
  }

  async function sendBatch(batch: KeptChange[]): Promise<boolean> {
    try {
      const changes = batch.map(({ change }) => change);
      const { results } = await api.post<{ results: ChangeResult[] }>('/changes', { changes });
      publish({ offline: false });
      for (const result of results) await settle(result);
      return true;
    } catch (error) {
      if (!comesLater(error)) {
        for (const kept of batch)
          await replace({ ...kept, error: error instanceof Error ? error.message : 'Не принято' });
        return true;
      }
      publish({ offline: true });
      return false;
    }
  }

  async function sync(): Promise<void> {
    if (sending || closed) return;
    sending = true;
    clearTimeout(timer);
    for (;;) {
      const batch = state.entries.filter(({ error }) => error === undefined).slice(0, MAX_CHANGES);
      if (batch.length === 0 || closed) break;
      if (!(await sendBatch(batch))) {
        timer = setTimeout(() => void sync(), RETRY_MS);
        break;
      }
    }
    sending = false;
  }

  return {
    snapshot: (): QueueState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Resolves when the change is safe on the phone's disk; only then may success be shown. */
    async add(kept: KeptChange): Promise<void> {
      await keepChange(db, kept);
      publish({ entries: [...state.entries, kept] });
      void sync();
    },
    sync,
    async retry(id: string): Promise<void> {
      const entry = state.entries.find((kept) => kept.id === id);
      if (!entry) return;
      const { error: _forgotten, ...again } = entry;
      await replace(again);
      await sync();
    },
    discard: drop,
    close(): void {
      closed = true;
      clearTimeout(timer);
    },
  };
}
export type Queue = Awaited<ReturnType<typeof createQueue>>;
