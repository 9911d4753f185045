import { createEmitter } from '@ostatok/kit/web/emitter.ts';
import { refusalOf } from '@ostatok/kit/web/refusal-of.ts';
import type { ClientToServer, ServerToClient } from '@ostatok/tenant-runtime/contract/socket.ts';
import type { Socket } from 'socket.io-client';
import type { Outbox } from '../offline/outbox.ts';
import { createLiveState } from './live-state.ts';
import type { StockStore } from './stock-store.ts';
import { createStockSync, RETURN_MS, type SyncOptions } from './stock-sync.ts';

export type LiveSocket = Pick<
  Socket<ServerToClient, ClientToServer>,
  'on' | 'off' | 'connect' | 'disconnect' | 'connected' | 'active' | 'timeout'
>;

/** Longer than the server waits for the bridge. */
const TARE_WITHIN_MS = 8_000;

interface LiveOptions {
  api: SyncOptions['api'];
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
  const state = createLiveState();
  const counts = createEmitter<[countId: number | null]>();
  const venue = createEmitter();
  const sync = createStockSync({ api, store, state, later });
  let stopped = false;

  /**
   * The socket reconnects by itself unless the server closed it. Then a plain request checks whether the session is
   * still valid.
   */
  function comeBack(): void {
    if (socket.active || stopped) return;
    void sync.catchUp('gap');
    later(() => {
      if (!stopped) socket.connect();
    }, RETURN_MS);
  }

  socket.on('connect', () => {
    const back = state.snapshot().connection === 'offline';
    state.publish({ connection: 'online' });
    outbox.flush();
    void sync.catchUp('gap');
    if (!back) return;
    counts.emit(null);
    venue.emit();
  });
  socket.on('disconnect', () => {
    state.publish({ connection: 'offline', reading: null });
    comeBack();
  });
  socket.on('connect_error', () => {
    state.publish({ connection: 'offline' });
    comeBack();
  });
  socket.on('items:changed', ({ items, changes = [], all }) => {
    store.apply(items, changes);
    outbox.settled(changes.map(({ id }) => id));
    if (all) void sync.catchUp('all');
  });
  socket.on('counts:changed', ({ countId }) => counts.emit(countId));
  socket.on('venue:changed', () => {
    void sync.catchUp('all');
    venue.emit();
  });
  socket.on('scales:reading', (reading) => state.publish({ reading: { ...reading, seenAt: now() } }));

  return {
    snapshot: state.snapshot,
    subscribe: state.subscribe,
    /** Called with the id of the count that changed, or null after a lost connection, when any may have changed. */
    onCountsChanged: counts.subscribe,
    /** Called when settings, users or hidden quantities changed, or may have changed without a connection. */
    onVenueChanged: venue.subscribe,
    /** Listens to any other event of the socket; returns the function that stops listening. */
    listen<E extends keyof ServerToClient>(event: E, listener: ServerToClient[E]): () => void {
      socket.on(event, listener as never);
      return () => socket.off(event, listener as never);
    },
    /** Zeroes a scale of a bridge; resolves with why it did not, if so. */
    tareScale: (scaleId: string): Promise<string | undefined> =>
      refusalOf(socket.timeout(TARE_WITHIN_MS).emitWithAck('scales:tare', { scaleId })),
    /** Reads the list without waiting for the socket, because some networks let only plain requests through. */
    start(): void {
      socket.connect();
      void sync.catchUp('gap');
    },
    reload(): Promise<void> {
      state.publish({ loadError: null });
      return sync.catchUp('all');
    },
    stop(): void {
      stopped = true;
      sync.stop();
      socket.disconnect();
    },
  };
}
export type Live = ReturnType<typeof createLive>;
