import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError, Unauthorized } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { DefaultEventsMap, Server } from 'socket.io';
import type { Change } from '../contract/changes.ts';
import type { Item } from '../contract/items.ts';
import type { ClientToServer, ScaleState, ScalesReading, ServerToClient } from '../contract/socket.ts';
import type { Role } from '../contract/users.ts';
import { anyUser, type Blindness } from './counts/blindness.ts';
import { createCountTelling, createGathering, type ItemsEvent } from './live-news.ts';
import { createPacketLimit } from './live-packets.ts';
import type { LiveSocket, SocketData } from './live-socket.ts';
import { createVisitorSessions, visitorOf } from './live-visitors.ts';
import type { Scales } from './scales/scales.service.ts';
import { createReadingLimit, listenForScales } from './scales/scales-socket.ts';
import type { Origin } from './security/security.service.ts';
import { type BridgeCaller, type Bridges, isBridgeToken } from './users/bridges.service.ts';
import type { Caller, Sessions } from './users/sessions.service.ts';

type LiveServer = Server<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;

const PATH = '/socket.io';

const roomOf = (userId: number): string => `user:${userId}`;
const bridgeRoomOf = (bridgeId: number): string => `bridge:${bridgeId}`;
/** The room of all sockets that may see events: all except the bridges. */
const PEOPLE = 'people';
/** Milliseconds after the handshake within which a client has to authenticate. */
const CONNECT_MS = 15_000;
/** Milliseconds before the token's end when the client is warned; LONGEST_TIMER_MS is Node's own limit. */
const WARNED_MS = 60_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const ROOMS: Record<Role, string> = { admin: 'admins', user: 'users' };

const originOf = ({ handshake: { address, headers } }: LiveSocket): Origin => ({
  ip: visitorOf(address, headers),
  device: headers['user-agent'],
});

const clearTimers = ({ data }: LiveSocket): void => data.timers?.forEach(clearTimeout);

/** Builds the error that a client sees in `connect_error`, with a text for the user and a stable code. */
function refusal(error: unknown): Error {
  const known = error instanceof AppError;
  const data = { code: known ? error.code : 'internal' };
  return Object.assign(new Error(known ? error.message : 'Что-то сломалось у нас'), { data });
}

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

/** The tenant's socket, for panels that watch and bridges that send their scales' readings. */
export function createLive({ sessions, bridges, scales, blindness, log }: LiveParts) {
  let io: LiveServer | undefined;
  const readingLimit = createReadingLimit();
  const packets = createPacketLimit();
  let told: Promise<void> = Promise.resolve();
  // Events are sent one after another, because the last has to carry the newest stock.
  const gathering = createGathering((event) => {
    told = told.then(() => tellItems(event)).catch((error) => log.error({ err: error }, 'what changed was not told'));
  });
  const countsTold = createCountTelling((countId) => io?.to(PEOPLE).emit('counts:changed', { countId }));

  /** Sends items that a blind count hides to administrators only. */
  async function tellItems(event: ItemsEvent): Promise<void> {
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

  /**
   * Moves the socket to the room of its user's current role, or disconnects it if the user was signed out meanwhile.
   */
  async function seat(socket: LiveSocket): Promise<void> {
    for (const room of Object.values(ROOMS)) await socket.leave(room);
    try {
      const caller = await sessions.caller(socket.handshake.auth.token);
      socket.data.caller = caller;
      await socket.join(ROOMS[caller.role]);
    } catch {
      socket.disconnect(true);
    }
  }

  async function admit(socket: LiveSocket, next: (error?: Error) => void): Promise<void> {
    const answered = packets.ask(socket.conn);
    if (!answered) return;
    try {
      const given: unknown = socket.handshake.auth.token;
      const token = typeof given === 'string' ? given : '';
      const bridge = await bridges.byToken(token);
      if (bridge) socket.data.bridge = bridge;
      // A bridge that was unpaired keeps trying, and its token is not logged as a forgery.
      else socket.data.caller = await sessions.caller(token, isBridgeToken(token) ? undefined : originOf(socket));
      answered(true);
      next();
    } catch (error) {
      answered(false);
      if (!(error instanceof AppError)) log.error({ err: error }, 'socket was not admitted');
      next(refusal(error));
    }
  }

  async function onBridge(socket: LiveSocket, { id, name }: BridgeCaller): Promise<void> {
    const noted = (noting: Promise<unknown>): Promise<unknown> =>
      noting.catch((error) => log.warn({ err: error, bridge: id }, 'bridge not noted as seen'));
    listenForScales(socket, { key: `bridge:${id}`, name, connection: socket.id }, scales, readingLimit);
    socket.onAny(() => void noted(bridges.heard(id)));
    socket.once('disconnect', () => void noted(bridges.disconnected(id)));
    void noted(bridges.connected(id));
    await socket.join(bridgeRoomOf(id));
    // The bridge may have been unpaired between the handshake and joining the room that an unpairing empties.
    if (!(await bridges.byToken(socket.handshake.auth.token))) socket.disconnect(true);
  }

  async function onConnection(socket: LiveSocket): Promise<void> {
    const { caller, bridge } = socket.data;
    if (bridge) return onBridge(socket, bridge);
    if (!caller) return;
    listenForScales(socket, { key: roomOf(caller.id), name: caller.name, connection: socket.id }, scales, readingLimit);
    await socket.join([roomOf(caller.id), PEOPLE, ROOMS[caller.role]]);
    // The user may have been signed out between the handshake and joining the room that a sign-out empties.
    await sessions.caller(socket.handshake.auth.token).catch(() => socket.disconnect(true));
    socket.once('disconnect', () => clearTimers(socket));
    socket.on('session:renew', (token) => void renew(socket, caller, token));
    await endWithToken(socket);
  }

  /**
   * Ends the socket when its token expires: an open socket does not notice it, and may be connected to another process
   * than the one that issued the token.
   */
  async function endWithToken(socket: LiveSocket): Promise<void> {
    const { token } = socket.handshake.auth;
    socket.data.sessionId = await sessions.sessionOf(token);
    const left = Math.min(await sessions.left(token), LONGEST_TIMER_MS);
    clearTimers(socket);
    socket.data.timers = [
      setTimeout(() => socket.emit('session:ending'), Math.max(0, left - WARNED_MS)).unref(),
      setTimeout(() => socket.disconnect(true), left).unref(),
    ];
    if (!socket.connected) clearTimers(socket);
  }

  /** Continues with the next token of the same user. */
  async function renew(socket: LiveSocket, { id }: Caller, token: unknown): Promise<void> {
    try {
      const caller = await sessions.caller(typeof token === 'string' ? token : '', originOf(socket));
      if (caller.id !== id) throw new Unauthorized();
      socket.handshake.auth.token = token;
      await endWithToken(socket);
    } catch {
      socket.disconnect(true);
    }
  }

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
    started.use((socket, next) => void admit(socket, next));
    started.on('connection', (socket) => {
      onConnection(socket).catch((error) => {
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
    unpaired: (bridgeId: number): void => void io?.in(bridgeRoomOf(bridgeId)).disconnectSockets(true),
    /** Throttled; clients that show the count then reload it. */
    countChanged(countId: number): void {
      if ((io?.engine.clientsCount ?? 0) > 0) countsTold.add(countId);
    },
    /** Announces that settings, users or hidden items have changed. */
    venueChanged: (): void => void io?.to(PEOPLE).emit('venue:changed'),
    /** Moves the user's sockets to the right room, because their role may have changed. */
    userChanged(userId: number): void {
      for (const socket of io?.sockets.sockets.values() ?? []) {
        if (socket.data.caller?.id === userId) void seat(socket).then(() => socket.emit('venue:changed'));
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
      countsTold.stop();
      await io?.close();
    },
  };
}
export type Live = ReturnType<typeof createLive>;
