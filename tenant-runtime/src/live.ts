import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { Change } from '../contract/changes.ts';
import type { Item } from '../contract/items.ts';
import type { ClientToServer, ServerToClient } from '../contract/socket.ts';
import { relayReadings } from './scales/scales.ts';
import type { Caller, Sessions } from './users/sessions.service.ts';

export type LiveSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, { caller: Caller }>;
export type LiveServer = Server<ClientToServer, ServerToClient, DefaultEventsMap, { caller: Caller }>;

/** Changes that come this close together reach the panels as one event. */
const TOGETHER_MS = 25;
/** Beyond this many items a list read anew is cheaper than the items themselves. */
const MANY_ITEMS = 500;

const PATH = '/socket.io';

const roomOf = (userId: number): string => `user:${userId}`;

/** Socket.IO's error that a client sees in `connect_error`: the text for a person and the stable word. */
function refusal(error: unknown): Error {
  const known = error instanceof AppError;
  const data = { code: known ? error.code : 'internal' };
  return Object.assign(new Error(known ? error.message : 'Что-то сломалось у нас'), { data });
}

/** Gathers what changed for a moment, the newest state of each item. */
function createGathering(emit: (event: { items: Item[]; changes?: Change[]; all?: true }) => void) {
  const items = new Map<number, Item>();
  let changes: Change[] = [];
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (items.size === 0) return;
    const all = items.size > MANY_ITEMS;
    emit({
      items: all ? [] : [...items.values()],
      ...(all ? { all: true as const } : {}),
      ...(changes.length > 0 && !all ? { changes } : {}),
    });
    items.clear();
    changes = [];
  }

  return {
    add(newItems: Item[], newChanges: Change[]): void {
      for (const item of newItems) items.set(item.id, item);
      changes.push(...newChanges);
      timer ??= setTimeout(flush, TOGETHER_MS);
    },
    flush,
  };
}

/** Holds the first visitors of the socket's path until `start` has put its own listeners on the server. */
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

/** The venue's socket: panels that watch, bridges that send their scales' readings. */
export function createLive({ sessions, log }: { sessions: Sessions; log: Logger }) {
  let io: LiveServer | undefined;
  const gathering = createGathering((event) => io?.emit('items:changed', event));

  async function admit(socket: LiveSocket, next: (error?: Error) => void): Promise<void> {
    try {
      const token: unknown = socket.handshake.auth.token;
      socket.data.caller = await sessions.caller(typeof token === 'string' ? token : '');
      next();
    } catch (error) {
      if (!(error instanceof AppError)) log.error({ err: error }, 'socket was not admitted');
      next(refusal(error));
    }
  }

  async function onConnection(socket: LiveSocket): Promise<void> {
    const { caller } = socket.data;
    await socket.join(roomOf(caller.id));
    relayReadings(socket);
    // Signed out between the handshake and joining the room that a sign-out empties.
    await sessions.caller(socket.handshake.auth.token).catch(() => socket.disconnect(true));
  }

  async function start(server: HttpServer): Promise<LiveServer> {
    const { Server } = await import('socket.io');
    const started: LiveServer = new Server(server, { path: PATH, serveClient: false, maxHttpBufferSize: 100_000 });
    started.use((socket, next) => void admit(socket, next));
    started.on('connection', (socket) => void onConnection(socket));
    return started;
  }

  return {
    /** Nothing is loaded until the first panel or bridge comes: a venue that counts in its chat never pays for it. */
    attach: (server: HttpServer): void =>
      onFirstVisit(server, async () => {
        io ??= await start(server);
        return io;
      }),
    /** Tells everyone who watches, after the commit. */
    itemsChanged(items: Item[], changes: Change[] = []): void {
      if ((io?.engine.clientsCount ?? 0) > 0) gathering.add(items, changes);
    },
    /** Something changed too much to be listed, as an import. */
    everythingChanged: (): void => void io?.emit('items:changed', { items: [], all: true }),
    signOut: (userId: number): void => void io?.in(roomOf(userId)).disconnectSockets(true),
    openSockets: (): number => io?.engine.clientsCount ?? 0,
    async close(): Promise<void> {
      gathering.flush();
      await io?.close();
    },
  };
}
export type Live = ReturnType<typeof createLive>;
