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
  close: () => void;
}

const REFRESH_MS = 60_000;

export async function openWorkspace({ user }: Session): Promise<Workspace> {
  const db = await openDatabase();
  // Browsers clear what they were not asked to keep; a refusal is no reason to stop.
  void navigator.storage?.persist?.();
  const queue = await createQueue({ db, api, owner: user.id, onItems: (items) => void keepItems(db, items) });
  // Without a connection the phone's copy serves; the next round tries again.
  const wake = (): void => {
    void queue.sync();
    refreshStock(db, api).catch(() => {});
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
