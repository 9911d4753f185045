import type { ApiClient } from '@ostatok/kit/web/api-client.ts';
import type { ShownChange } from '@ostatok/tenant-runtime/contract/changes.ts';
import type { ClientToServer, ScalesReading, ServerToClient } from '@ostatok/tenant-runtime/contract/socket.ts';
import type { Socket } from 'socket.io-client';
import type { Outbox } from '../offline/outbox.ts';
import { createEmitter } from './emitter.ts';
import { readItems } from './read-items.ts';
import type { StockStore } from './stock-store.ts';

const RECENT = 100;
const RETURN_MS = 2000;

export interface LiveState {
  /** `connecting` lasts only until the first connection. */
  connection: 'connecting' | 'online' | 'offline';
  /** The error of reading the list; null while it is being read or after it was read. */
  loadError: unknown;
  /** `seenAt` is by this device's clock. */
  reading: (ScalesReading & { seenAt: number }) | null;
  /** Whether some quantities are hidden from this user by an open blind count. */
  blind: boolean;
}

export type LiveSocket = Pick<
  Socket<ServerToClient, ClientToServer>,
  'on' | 'off' | 'connect' | 'disconnect' | 'connected' | 'active'
>;

interface LiveOptions {
  api: Pick<ApiClient, 'get'>;
  socket: LiveSocket;
  store: StockStore;
  outbox: Pick<Outbox, 'settled' | 'flush'>;
  now?: () => number;
  /** Schedules a retry; injected so that a test need not wait. */
  later?: (run: () => void, ms: number) => unknown;
}

/**
 * Keeps the store in sync with the server: it reads the whole list once, then applies the socket's events, and after
 * every reconnection requests what changed meanwhile, so that no gap remains.
 */
export function createLive({ api, socket, store, outbox, now = Date.now, later = setTimeout }: LiveOptions) {
  let state: LiveState = { connection: 'connecting', loadError: null, reading: null, blind: false };
  const states = createEmitter<void>();
  const counts = createEmitter<number | null>();
  const venue = createEmitter<void>();
  let filling: Promise<void> | undefined;
  let again: 'gap' | 'all' | undefined;
  let stopped = false;

  function publish(next: Partial<LiveState>): void {
    state = { ...state, ...next };
    states.tell();
  }

  /** Reads the changes since the list was complete; changes in what is hidden from the user require the whole list. */
  async function fillGap(since: string): Promise<void> {
    const { items, asOf, blind } = await readItems(api, since, () => {});
    store.apply(items, [], asOf);
    if (blind || state.blind) again = 'all';
  }

  /** A list of many pages is not one snapshot: changes made while it was read are requested afterwards. */
  async function fillAll(): Promise<void> {
    const { items, asOf, blind } = await readItems(api, null, (first) => {
      if (store.snapshot().items.length === 0) store.replace(first, null);
    });
    if (blind) store.forgetChanges();
    store.replace(items, asOf);
    publish({ blind });
    const meanwhile = await readItems(api, asOf, () => {});
    store.apply(meanwhile.items, [], meanwhile.asOf);
  }

  async function fill(all: boolean): Promise<void> {
    const known = all ? null : store.snapshot().asOf;
    const recent = api.get<{ changes: ShownChange[] }>(`/changes?fold=imports&limit=${RECENT}`);
    recent.catch(() => {});
    await (known === null ? fillAll() : fillGap(known));
    store.recall((await recent).changes);
    publish({ loadError: null });
  }

  /** Runs one synchronisation at a time; a request that comes meanwhile causes one more run afterwards. */
  function catchUp(how: 'gap' | 'all'): Promise<void> {
    if (filling) {
      if (again !== 'all') again = how;
      return filling;
    }
    filling = fill(how === 'all')
      .catch((loadError: unknown) => {
        publish({ loadError });
        // A reconnection requests the gap by itself; while connected, a failed request must be retried or the gap would
        // stay.
        if (store.snapshot().asOf !== null && state.connection === 'offline') return;
        later(() => stopped || catchUp(how), RETURN_MS);
      })
      .then(() => {
        filling = undefined;
        const next = again;
        again = undefined;
        return next ? catchUp(next) : undefined;
      });
    return filling;
  }

  /**
   * The socket reconnects by itself unless the server closed it. Then a plain request checks whether the session is
   * still valid.
   */
  function comeBack(): void {
    if (socket.active || stopped) return;
    void catchUp('gap');
    later(() => {
      if (!stopped) socket.connect();
    }, RETURN_MS);
  }

  socket.on('connect', () => {
    const back = state.connection === 'offline';
    publish({ connection: 'online' });
    outbox.flush();
    void catchUp('gap');
    if (!back) return;
    counts.tell(null);
    venue.tell();
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
    outbox.settled(changes.map(({ id }) => id));
    if (all) void catchUp('all');
  });
  socket.on('counts:changed', ({ countId }) => counts.tell(countId));
  socket.on('venue:changed', () => {
    void catchUp('all');
    venue.tell();
  });
  socket.on('scales:reading', (reading) => publish({ reading: { ...reading, seenAt: now() } }));

  return {
    snapshot: (): LiveState => state,
    subscribe: states.join,
    /** Called with the id of the count that changed, or null after a lost connection, when any may have changed. */
    onCountsChanged: counts.join,
    /** Called when settings, users or hidden quantities changed, or may have changed without a connection. */
    onVenueChanged: venue.join,
    /** Listens to any other event of the socket; returns the function that stops listening. */
    listen<E extends keyof ServerToClient>(event: E, listener: ServerToClient[E]): () => void {
      socket.on(event, listener as never);
      return () => socket.off(event, listener as never);
    },
    /** Reads the list without waiting for the socket, because some networks let only plain requests through. */
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
