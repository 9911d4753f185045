import { createEmitter } from '@ostatok/kit/web/emitter.ts';
import type { Database } from './database.ts';
import { readOwn } from './journal.ts';
import type { Kept } from './operations.ts';

export interface QueueState {
  kept: readonly Kept[];
  sending: boolean;
  /** Why the last attempt failed; navigator.onLine is not reliable. */
  problem: { offline: boolean; text: string } | null;
}

const CHANNEL = 'ostatok-scanner-queue';

/** Holds what the screens show of the queue; every open tab reads it again when another one has changed it. */
export async function createQueueState(db: Database, ownerId: number) {
  let state: QueueState = { kept: await readOwn(db, ownerId), sending: false, problem: null };
  let closed = false;
  const changes = createEmitter();
  const others = new BroadcastChannel(CHANNEL);
  others.onmessage = () => void reload().catch(() => {});

  function publish(next: Partial<QueueState>): void {
    state = { ...state, ...next };
    changes.emit();
  }

  async function reload(): Promise<void> {
    if (!closed) publish({ kept: await readOwn(db, ownerId) });
  }

  const notifyTabs = (): void => others.postMessage('changed');

  return {
    snapshot: (): QueueState => state,
    subscribe: changes.subscribe,
    isClosed: (): boolean => closed,
    publish,
    reload,
    notifyTabs,
    /** Tells the other tabs that the records on the disk changed, and reads them again. */
    async changed(): Promise<void> {
      if (closed) return;
      notifyTabs();
      await reload();
    },
    close(): void {
      closed = true;
      others.close();
    },
  };
}
export type QueueStore = Awaited<ReturnType<typeof createQueueState>>;
