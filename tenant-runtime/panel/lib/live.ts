import type { ApiClient } from '@ostatok/kit/web/api-client.ts';
import type { ShownChange } from '@ostatok/tenant-runtime/contract/changes.ts';
import type { ClientToServer, ScalesReading, ServerToClient } from '@ostatok/tenant-runtime/contract/socket.ts';
import type { Socket } from 'socket.io-client';
import { createEmitter } from './emitter.ts';
import type { Outbox } from './outbox.ts';
import { readItems } from './read-items.ts';
import type { StockStore } from './stock-store.ts';

const RECENT = 100;
const RETURN_MS = 2000;

export interface LiveState {
  /** `connecting` only until the first connection. */
  connection: 'connecting' | 'online' | 'offline';
  /** Why the list could not be read; null when it was or is being read. */
  loadError: unknown;
  /** `seenAt`: by our clock. */
  reading: (ScalesReading & { seenAt: number }) | null;
  /** Some quantities are kept from the reader while a blind count is open. */
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
  /** Runs it later; handed in so that a test need not wait. */
  later?: (run: () => void, ms: number) => unknown;
}

/**
 * Keeps the store as the server has it: the whole list once, then the socket's events; after every reconnection what
 * changed meanwhile is asked for, so that a gap never stays.
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

  /** What changed since the list was complete; what is hidden from us shows only in the whole list. */
  async function fillGap(since: string): Promise<void> {
    const { items, asOf, blind } = await readItems(api, since, () => {});
    store.apply(items, [], asOf);
    if (blind || state.blind) again = 'all';
  }

  /** A list of many pages is no snapshot: what came, left or moved between them while it was read is asked for after. */
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

  /** One at a time; a demand that comes meanwhile runs once more afterwards. */
  function catchUp(how: 'gap' | 'all'): Promise<void> {
    if (filling) {
      if (again !== 'all') again = how;
      return filling;
    }
    filling = fill(how === 'all')
      .catch((loadError: unknown) => {
        publish({ loadError });
        // the connection that comes back asks by itself; one that stands while a request fails would leave the gap
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

  /** The socket comes back by itself, but not when the server closed it: then a plain request finds out whether we may. */
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
    /** Told which count changed; null: any of them may have, while there was no connection. */
    onCountsChanged: counts.join,
    /** Told that settings, people or what is hidden from the reader changed, or may have without a connection. */
    onVenueChanged: venue.join,
    /** Any other event of the venue's socket, until it is left. */
    listen<E extends keyof ServerToClient>(event: E, listener: ServerToClient[E]): () => void {
      socket.on(event, listener as never);
      return () => socket.off(event, listener as never);
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
