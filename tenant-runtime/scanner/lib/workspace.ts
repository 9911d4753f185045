import { createContext, useContext, useSyncExternalStore } from 'react';
import { api } from './api.ts';
import { type Database, openDatabase } from './database.ts';
import { createQueue, type Queue, type QueueState } from './queue.ts';
import type { Session } from './session.ts';
import { keepItems, refreshStock } from './stock.ts';

/** Everything that lives from signing in to signing out. */
export interface Workspace {
  user: Session['user'];
  db: Database;
  queue: Queue;
  /** The phone's copy of the items: 0 until it was first read, then grows with every renewal. */
  copy: { subscribe: (listener: () => void) => () => void; version: () => number };
  close: () => void;
}

const REFRESH_MS = 60_000;

/** Counts the renewals of the phone's copy, so that a search begun before one is made anew after it. */
async function createCopy(db: Database) {
  let version = (await db.count('items')) > 0 ? 1 : 0;
  const listeners = new Set<() => void>();
  return {
    version: () => version,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    renewed(): void {
      version += 1;
      for (const listener of listeners) listener();
    },
  };
}

export async function openWorkspace({ user }: Session): Promise<Workspace> {
  const db = await openDatabase();
  // Browsers clear what they were not asked to keep; a refusal is no reason to stop.
  void navigator.storage?.persist?.();
  const copy = await createCopy(db);
  const queue = await createQueue({ db, api, owner: user.id, onItems: (items) => void keepItems(db, items) });
  // Without a connection the phone's copy serves; the next round tries again.
  const wake = (): void => {
    void queue.sync();
    refreshStock(db, api).then(copy.renewed, () => {});
  };
  const onVisible = (): void => {
    if (document.visibilityState === 'visible') wake();
  };
  wake();
  const timer = setInterval(wake, REFRESH_MS);
  window.addEventListener('online', wake);
  document.addEventListener('visibilitychange', onVisible);
  return {
    user,
    db,
    queue,
    copy,
    close() {
      clearInterval(timer);
      window.removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', onVisible);
      queue.close();
      db.close();
    },
  };
}

export const WorkspaceContext = createContext<Workspace | null>(null);

export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error('No workspace above: this screen belongs to somebody signed in');
  return workspace;
}

export function useQueue(): QueueState {
  const { queue } = useWorkspace();
  return useSyncExternalStore(queue.subscribe, queue.snapshot);
}

export function useCopyVersion(): number {
  const { copy } = useWorkspace();
  return useSyncExternalStore(copy.subscribe, copy.version);
}
