import type { ChangeResult } from '@ostatok/tenant-runtime/contract/changes.endpoints.ts';
import type { ChangeInput } from '@ostatok/tenant-runtime/contract/changes.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { createContext, useContext, useSyncExternalStore } from 'react';
import toast from 'react-hot-toast';
import { io } from 'socket.io-client';
import type { OwnChat } from '../../web/own-chat/own-chat.ts';
import { api } from '../client/api.ts';
import { timeNow } from '../client/clock.ts';
import { createLive, type Live } from '../live/live.ts';
import type { LiveState } from '../live/live-state.ts';
import { createStockStore, type Stock, type StockStore } from '../live/stock-store.ts';
import { type CountOutbox, createCountOutbox, type QueuedEntry } from '../offline/count-outbox.ts';
import { createOutbox, type Outbox, type QueuedChange } from '../offline/outbox.ts';
import { keepSignedIn, socketAuth } from '../session/live-token.ts';
import type { Session } from '../session/session.ts';

/** Everything that lives from sign-in to sign-out. */
export interface Workspace {
  user: Session['user'];
  store: StockStore;
  outbox: Outbox;
  /** The queued count entries. */
  entries: CountOutbox;
  live: Live;
  /** The person's conversation with the bot, whose code is loaded when it is first wanted. */
  chat: () => Promise<OwnChat>;
  close: () => void;
}

function onceLoaded<T>(load: () => Promise<T>) {
  let loaded: Promise<T> | undefined;
  return {
    get(): Promise<T> {
      loaded ??= load().catch((error) => {
        // the next page that wants it tries again
        loaded = undefined;
        throw error;
      });
      return loaded;
    },
    loaded: () => loaded,
  };
}

const notify = {
  error: (text: string): void => void toast.error(text, { id: text }),
  info: (text: string): void => void toast(text, { id: text }),
};

const itemsOf = (results: readonly ChangeResult[]): ShownItem[] =>
  results.map(({ item }) => item).filter((item) => item !== undefined);

export function openWorkspace(user: Session['user']): Workspace {
  const store = createStockStore();
  const outbox = createOutbox({
    owner: String(user.id),
    storage: localStorage,
    send: async (changes: ChangeInput[]) => (await api.call('POST /api/changes', { body: { changes } })).results,
    onResults: (results) => store.apply(itemsOf(results)),
    onRefused: notify.error,
  });
  const entries = createCountOutbox({
    api,
    owner: String(user.id),
    storage: localStorage,
    onRefused: notify.error,
  });
  const socket = io({ auth: socketAuth, autoConnect: false, reconnectionDelayMax: 5000 });
  keepSignedIn(socket);
  const live = createLive({ api, socket, store, outbox });
  const wake = (): void => {
    outbox.flush();
    entries.flush();
  };
  const unhook = live.onCountsChanged((countId) => countId === null && entries.flush());
  const chat = onceLoaded(async () => {
    const [{ createOwnChat }, { openChatStorage }] = await Promise.all([
      import('../../web/own-chat/own-chat.ts'),
      import('../../web/own-chat/kept-chat.ts'),
    ]);
    const opened = createOwnChat({
      api,
      owner: user.id,
      storage: openChatStorage(),
      now: timeNow,
      notify,
    });
    live.listen('chat:changed', () => void opened.sync());
    live.onCountsChanged((countId) => countId === null && void opened.start());
    addEventListener('online', opened.flush);
    void opened.start();
    return opened;
  });
  addEventListener('online', wake);
  live.start();
  wake();
  return {
    user,
    store,
    outbox,
    entries,
    live,
    chat: chat.get,
    close() {
      removeEventListener('online', wake);
      unhook();
      outbox.close();
      entries.close();
      live.stop();
      void chat.loaded()?.then((opened) => {
        removeEventListener('online', opened.flush);
        opened.close();
      });
    },
  };
}

export const WorkspaceContext = createContext<Workspace | null>(null);

export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error('No workspace above: this screen belongs inside the signed-in layout');
  return workspace;
}

export function useStock(): Stock {
  const { store } = useWorkspace();
  return useSyncExternalStore(store.subscribe, store.snapshot);
}

export function useQueue(): readonly QueuedChange[] {
  const { outbox } = useWorkspace();
  return useSyncExternalStore(outbox.subscribe, outbox.snapshot);
}

export function useQueuedEntries(): readonly QueuedEntry[] {
  const { entries } = useWorkspace();
  return useSyncExternalStore(entries.subscribe, entries.snapshot);
}

export function useLive(): LiveState {
  const { live } = useWorkspace();
  return useSyncExternalStore(live.subscribe, live.snapshot);
}

/** Whether the user is platform support, signed in for an hour as an administrator who may not decide about access. */
export const useIsSupport = (): boolean => useWorkspace().user.username.startsWith('support:');

export const useIsAdmin = (): boolean => useWorkspace().user.role === 'admin';
