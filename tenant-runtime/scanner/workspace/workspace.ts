import { createEmitter } from '@ostatok/kit/web/emitter.ts';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { type Catalogue, createCatalogue } from '../catalogue/catalogue.ts';
import { forgetWhenBlindnessChanged, refreshStock } from '../catalogue/stock.ts';
import { openApi } from '../client/api.ts';
import { refreshCounts } from '../counts/counts.ts';
import { type Database, openDatabase } from '../offline/database.ts';
import { createQueue, type Queue } from '../offline/queue.ts';
import type { QueueState } from '../offline/queue-state.ts';
import type { Api } from '../offline/send.ts';
import { tellReverses } from '../recording/take-back-toasts.ts';
import type { Session } from '../session/session.ts';
import { refreshSettings } from './settings.ts';

/** Everything that lives from sign-in to sign-out. */
export interface Workspace {
  user: Session['user'];
  db: Database;
  api: Api;
  queue: Queue;
  catalogue: Catalogue;
  /** The version of the counts on this phone, increased whenever they change. */
  counts: Signal;
  /** Reads the news from the server now. */
  refresh: () => Promise<void>;
  close: () => void;
}

const REFRESH_MS = 60_000;

function createSignal() {
  let version = 0;
  const changes = createEmitter();
  return {
    version: (): number => version,
    subscribe: changes.subscribe,
    raise(): void {
      version += 1;
      changes.emit();
    },
  };
}
type Signal = ReturnType<typeof createSignal>;

/** Runs one refresh at a time: a slow reading must not be overtaken by the next. */
function createRefresh({ db, api, user }: { db: Database; api: Api; user: Session['user'] }, deps: RefreshDeps) {
  let running: Promise<void> | undefined;
  async function readStock(): Promise<void> {
    const stock = await refreshStock(db, api);
    if (stock.all) await deps.catalogue.load();
    else deps.catalogue.take(stock.items);
  }
  async function read(): Promise<void> {
    await readStock();
    await refreshSettings(db, api);
    if (!(await refreshCounts(db, api, user.id))) return;
    deps.counts.raise();
    // Another blind count hides other items, even when something was hidden both before and now.
    if (await forgetWhenBlindnessChanged(db)) await readStock();
  }
  return (): Promise<void> => {
    // Without a connection the phone's copy is used; the next round tries again.
    running ??= read()
      .catch(() => {})
      .finally(() => {
        running = undefined;
      });
    return running;
  };
}
interface RefreshDeps {
  catalogue: Catalogue;
  counts: Signal;
}

/** Calls `wake` whenever a new attempt may succeed. */
function watch(wake: () => void): () => void {
  const onVisible = (): void => {
    if (document.visibilityState === 'visible') wake();
  };
  const timer = setInterval(wake, REFRESH_MS);
  window.addEventListener('online', wake);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', wake);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

export async function openWorkspace(user: Session['user']): Promise<Workspace> {
  const db = await openDatabase();
  // Browsers may delete storage that is not persistent; a refusal is shown under «О приложении».
  void navigator.storage?.persist?.().catch(() => {});
  const { api, retryAfter } = openApi(user);
  const catalogue = await createCatalogue(db);
  const counts = createSignal();
  const queue = await createQueue({
    db,
    api,
    owner: { id: user.id, name: user.name || user.username },
    retryAfter,
    onSettled(settlement) {
      const { items = [], made, lines = [], entries = [] } = settlement;
      tellReverses(settlement);
      catalogue.take([...items, ...(made ? [made.item] : [])]);
      if (lines.length + entries.length > 0) counts.raise();
    },
  });
  const refresh = createRefresh({ db, api, user }, { catalogue, counts });
  const wake = (): void => {
    void queue.sync();
    void refresh();
  };
  void catalogue.load().catch(() => {});
  wake();
  const unwatch = watch(wake);
  return {
    user,
    db,
    api,
    queue,
    catalogue,
    counts,
    refresh,
    close() {
      unwatch();
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

export function useCatalogueVersion(): number {
  const { catalogue } = useWorkspace();
  return useSyncExternalStore(catalogue.subscribe, catalogue.version);
}

export function useCountsVersion(): number {
  const { counts } = useWorkspace();
  return useSyncExternalStore(counts.subscribe, counts.version);
}
