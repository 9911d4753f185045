import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { DefaultEventsMap, Server } from 'socket.io';
import type { Change } from '../../contract/changes.endpoints.ts';
import type { Item } from '../../contract/items.endpoints.ts';
import type { ClientToServer, ScaleState, ScalesAck, ScalesReading, ServerToClient } from '../../contract/socket.ts';
import { anyUser, type Blindness } from '../blindness/blindness.ts';
import type { Bridges } from '../bridges/bridges.service.ts';
import type { Scales } from '../scales/scales.service.ts';
import type { Sessions } from '../sessions/sessions.service.ts';
import { admit, seat, serve } from './connections.ts';
import { createCountNews, createGathering, type ItemsEvent } from './news.ts';
import { createPacketLimit } from './packets.ts';
import { createReadingLimit, tareBy } from './scales-socket.ts';
import { bridgeRoomOf, PEOPLE, ROOMS, roomOf, type SocketData } from './socket.ts';
import { createVisitorSessions } from './visitors.ts';

type LiveServer = Server<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;

const PATH = '/socket.io';
/** Milliseconds after the handshake within which a client has to authenticate. */
const CONNECT_MS = 15_000;

/** Holds the first visitors of the socket's path until `start` has added its own listeners to the server. */
function onFirstVisit(server: HttpServer, start: () => Promise<LiveServer>): void {
  const ours = (req: IncomingMessage): boolean => req.url?.startsWith(`${PATH}/`) ?? false;
  const rest = server.listeners('request') as ((req: IncomingMessage, res: ServerResponse) => void)[];
  let starting: Promise<LiveServer> | undefined;

  function started(): Promise<LiveServer> {
    starting ??= start().finally(() => server.off('upgrade', onUpgrade));
    return starting;
  }
  function onUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (!ours(req)) socket.destroy();
    else
      started().then(
        (io) => io.engine.handleUpgrade(req as never, socket as never, head),
        () => socket.destroy(),
      );
  }
  function onRequest(req: IncomingMessage, res: ServerResponse): void {
    if (!ours(req)) for (const listener of rest) listener.call(server, req, res);
    else
      started().then(
        (io) => io.engine.handleRequest(req as never, res as never),
        () => res.destroy(),
      );
  }
  server.removeAllListeners('request');
  server.on('request', onRequest);
  server.on('upgrade', onUpgrade);
}

interface LiveParts {
  sessions: Sessions;
  bridges: Bridges;
  scales: Scales;
  blindness: Blindness;
  log: Logger;
}

/** Sends items that a blind count hides to administrators only. */
async function emitItems(
  io: LiveServer | undefined,
  { blindness, log }: Pick<LiveParts, 'blindness' | 'log'>,
  event: ItemsEvent,
): Promise<void> {
  try {
    await blindness.ready();
  } catch (error) {
    log.warn({ err: error }, 'what is hidden was not read');
    io?.to(PEOPLE).emit('items:changed', { items: [], all: true });
    return;
  }
  if (!blindness.hidesFrom(anyUser)) {
    io?.to(PEOPLE).emit('items:changed', event);
    return;
  }
  io?.to(ROOMS.admin).emit('items:changed', event);
  io?.to(ROOMS.user).emit('items:changed', {
    ...event,
    items: event.items.map((item) => blindness.shownItem(item, anyUser)),
    ...(event.changes ? { changes: event.changes.map((change) => blindness.shownChange(change, anyUser)) } : {}),
  });
}

/** The tenant's socket, for panels that watch and bridges that send their scales' readings. */
export function createLive({ sessions, bridges, scales, blindness, log }: LiveParts) {
  let io: LiveServer | undefined;
  const packets = createPacketLimit();
  const parts = { sessions, bridges, scales, packets, readingLimit: createReadingLimit(), log };
  let sending: Promise<void> = Promise.resolve();
  // Events are sent one after another, because the last has to carry the newest stock.
  const gathering = createGathering((event) => {
    sending = sending
      .then(() => emitItems(io, { blindness, log }, event))
      .catch((error) => log.error({ err: error }, 'what changed was not told'));
  });
  const countNews = createCountNews((countId) => io?.to(PEOPLE).emit('counts:changed', { countId }));

  async function start(server: HttpServer): Promise<LiveServer> {
    const { Server } = await import('socket.io');
    const visitors = createVisitorSessions();
    const started: LiveServer = new Server(server, {
      path: PATH,
      serveClient: false,
      maxHttpBufferSize: 100_000,
      connectTimeout: CONNECT_MS,
      allowRequest: visitors.allow,
    });
    visitors.watch(started.engine);
    packets.watch(started.engine);
    started.use((socket, next) => void admit(parts, socket, next));
    started.on('connection', (socket) => {
      serve(parts, socket).catch((error) => {
        log.error({ err: error }, 'socket was not served');
        socket.disconnect(true);
      });
    });
    return started;
  }

  return {
    /**
     * Loads nothing until the first panel or bridge connects, so that a tenant which counts only in the chat does not
     * pay for it.
     */
    attach: (server: HttpServer): void =>
      onFirstVisit(server, async () => {
        io ??= await start(server);
        return io;
      }),
    /** Informs all watching clients; call it after the commit. */
    itemsChanged(items: Item[], changes: Change[] = []): void {
      if ((io?.engine.clientsCount ?? 0) > 0) gathering.add(items, changes);
    },
    /** Announces that too much has changed to be listed, for example after an import. */
    everythingChanged: (): void => void io?.to(PEOPLE).emit('items:changed', { items: [], all: true }),
    /** A slow client may miss readings of a moving weight, but not one at rest, which may be the only one. */
    scalesReading: (reading: ScalesReading): void =>
      void (reading.stable ? io : io?.volatile)?.to(PEOPLE).emit('scales:reading', reading),
    scalesState: (states: ScaleState[]): void => void io?.to(PEOPLE).emit('scales:state', { scales: states }),
    tareScale: (connection: string, scaleId: string): Promise<ScalesAck> =>
      tareBy(io?.sockets.sockets.get(connection), scaleId),
    unpaired: (bridgeId: number): void => void io?.in(bridgeRoomOf(bridgeId)).disconnectSockets(true),
    /** Throttled; clients that show the count then reload it. */
    countChanged(countId: number): void {
      if ((io?.engine.clientsCount ?? 0) > 0) countNews.add(countId);
    },
    /** Announces to one user that something in their chat is new. */
    chatChanged: (userId: number): void => void io?.to(roomOf(userId)).emit('chat:changed'),
    /** Announces that anything but items, changes and counts has changed: open panels read all of it anew, the stock too. */
    venueChanged: (): void => void io?.to(PEOPLE).emit('venue:changed'),
    /** Moves the user's sockets to the right room, because their role may have changed. */
    userChanged(userId: number): void {
      for (const socket of io?.sockets.sockets.values() ?? []) {
        if (socket.data.caller?.id === userId) void seat(sessions, socket).then(() => socket.emit('venue:changed'));
      }
    },
    endSession(sessionId: string): void {
      for (const socket of io?.sockets.sockets.values() ?? []) {
        if (socket.data.sessionId === sessionId) socket.disconnect(true);
      }
    },
    signOut: (userId: number): void => void io?.in(roomOf(userId)).disconnectSockets(true),
    openSockets: (): number => io?.engine.clientsCount ?? 0,
    async close(): Promise<void> {
      gathering.flush();
      countNews.stop();
      await io?.close();
    },
  };
}
export type Live = ReturnType<typeof createLive>;
