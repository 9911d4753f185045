import type { ApiClient } from '@ostatok/kit/web/api-client.ts';
import type { Change } from '@ostatok/tenant-runtime/contract/changes.ts';
import type { Item } from '@ostatok/tenant-runtime/contract/items.ts';
import type { ClientToServer, ScalesReading, ServerToClient } from '@ostatok/tenant-runtime/contract/socket.ts';
import type { Socket } from 'socket.io-client';
import type { Outbox } from './outbox.ts';
import type { StockStore } from './stock-store.ts';

const PAGE = 1000;
const RECENT = 100;
const RETURN_MS = 2000;

interface ItemsPage {
  items: Item[];
  pagination: { pages: number };
  /** Up to which moment the answer is complete: what to ask `changedSince` next time. */
  asOf: string;
}

export interface LiveState {
  /** `connecting` only until the first connection. */
  connection: 'connecting' | 'online' | 'offline';
  /** Why the list could not be read; null when it was or is being read. */
  loadError: unknown;
  reading: (ScalesReading & { at: number }) | null;
}

export type LiveSocket = Pick<
  Socket<ServerToClient, ClientToServer>,
  'on' | 'connect' | 'disconnect' | 'connected' | 'active'
>;

interface LiveOptions {
  api: Pick<ApiClient, 'get'>;
  socket: LiveSocket;
  store: StockStore;
  outbox: Pick<Outbox, 'confirm' | 'flush'>;
  now?: () => number;
}

/**
 * The list's first page says how many there are and can be shown; the others then come at once. `asOf` is the oldest
 * answer's.
 */
async function readItems(
  api: Pick<ApiClient, 'get'>,
  changedSince: string | null,
  onFirst: (items: Item[]) => void,
): Promise<{ items: Item[]; asOf: string }> {
  const since = changedSince ? `&changedSince=${encodeURIComponent(changedSince)}` : '';
  const page = (number: number): Promise<ItemsPage> => api.get(`/items?limit=${PAGE}&page=${number}${since}`);
  const first = await page(1);
  onFirst(first.items);
  const others = await Promise.all(
    Array.from({ length: Math.max(0, first.pagination.pages - 1) }, (_, index) => page(index + 2)),
  );
  return { items: [first, ...others].flatMap(({ items }) => items), asOf: first.asOf };
}

/**
 * Keeps the store as the server has it: the whole list once, then the socket's events; after every reconnection what
 * changed meanwhile is asked for, so that a gap never stays.
 */
export function createLive({ api, socket, store, outbox, now = Date.now }: LiveOptions) {
  let state: LiveState = { connection: 'connecting', loadError: null, reading: null };
  const listeners = new Set<() => void>();
  let filling: Promise<void> | undefined;
  let again: 'gap' | 'all' | undefined;
  let stopped = false;

  function publish(next: Partial<LiveState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  async function fill(all: boolean): Promise<void> {
    const known = all ? null : store.snapshot().asOf;
    const recent = api.get<{ changes: Change[] }>(`/changes?limit=${RECENT}`);
    recent.catch(() => {});
    const { items, asOf } = await readItems(api, known, (first) => {
      if (store.snapshot().items.length === 0) store.replace(first, null);
    });
    if (known === null) store.replace(items, asOf);
    else store.apply(items, [], asOf);
    store.recall((await recent).changes);
    publish({ loadError: null });
  }

  /** One at a time; a demand that comes meanwhile runs once more afterwards. */
  function catchUp(how: 'gap' | 'all'): Promise<void> {
    if (filling) {
      if (again !== 'all') again = how;
      return filling;
    }
    filling = fill(how === 'all')
      .catch((loadError: unknown) => {
        publish({ loadError });
        if (store.snapshot().asOf === null) setTimeout(() => stopped || catchUp('gap'), RETURN_MS);
      })
      .then(() => {
        filling = undefined;
        const next = again;
        again = undefined;
        return next ? catchUp(next) : undefined;
      });
    return filling;
  }

  /** The socket comes back by itself, but not when the server closed it: then a plain request finds out whether we may. */
  function comeBack(): void {
    if (socket.active || stopped) return;
    void catchUp('gap');
    setTimeout(() => {
      if (!stopped) socket.connect();
    }, RETURN_MS);
  }

  socket.on('connect', () => {
    publish({ connection: 'online' });
    outbox.flush();
    void catchUp('gap');
  });
  socket.on('disconnect', () => {
    publish({ connection: 'offline', reading: null });
    comeBack();
  });
  socket.on('connect_error', () => {
    publish({ connection: 'offline' });
    comeBack();
  });
  socket.on('items:changed', ({ items, changes = [], all }) => {
    store.apply(items, changes);
    outbox.confirm(changes.map(({ id }) => id));
    if (all) void catchUp('all');
  });
  socket.on('scales:reading', (reading) => publish({ reading: { ...reading, at: now() } }));

  return {
    snapshot: (): LiveState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** The list need not wait for the socket: some networks let through only plain requests. */
    start(): void {
      socket.connect();
      void catchUp('gap');
    },
    reload(): Promise<void> {
      publish({ loadError: null });
      return catchUp('all');
    },
    stop(): void {
      stopped = true;
      socket.disconnect();
    },
  };
}
export type Live = ReturnType<typeof createLive>;
