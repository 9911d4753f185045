import type { IncomingMessage } from 'node:http';
import { isNearby, networkOf, parseAddress, siteOf } from '@ostatok/kit/node/addresses.ts';

/**
 * The most sessions of one visitor. A bar's phones share one address; the number is what the ingress allows one visitor
 * at once.
 */
const MOST_OF_VISITOR = 128;
/** The most sessions of a whole IPv6 site, all of whose networks may be one visitor's. */
const MOST_OF_SITE = 256;
const MOST_OF_ALL = 1024;

/**
 * Returns the visitor's address as for requests: a neighbour one hop away, on this machine or in its private network,
 * sends it.
 */
export function visitorOf(address: string, headers: IncomingMessage['headers']): string {
  const named = headers['x-forwarded-for']?.toString().split(',').at(-1)?.trim();
  return named && isNearby(address) && parseAddress(named) ? named : address;
}

/**
 * The server of engine.io, which holds a visitor's session from the handshake to the end, also between polling
 * requests.
 */
interface Engine {
  on(
    event: 'connection',
    listener: (socket: { request: unknown; once(event: 'close', end: () => void): void }) => void,
  ): void;
}

/**
 * Limits sessions. A handshake by polling leaves a session with its headers in memory for most of a minute without an
 * open request, so endless handshakes, signed in or not, would fill the tenant's memory.
 */
export function createVisitorSessions() {
  const open = new Map<string, number>();
  let all = 0;
  const limitsOf = ({ socket, headers }: IncomingMessage): Map<string, number> => {
    const visitor = visitorOf(socket.remoteAddress ?? '', headers);
    const site = siteOf(visitor);
    return new Map([[networkOf(visitor), MOST_OF_VISITOR], ...(site ? ([[site, MOST_OF_SITE]] as const) : [])]);
  };

  function leave(key: string): void {
    const left = (open.get(key) ?? 1) - 1;
    if (left > 0) open.set(key, left);
    else open.delete(key);
  }

  function enter(req: IncomingMessage): () => void {
    const keys = [...limitsOf(req).keys()];
    for (const key of keys) open.set(key, (open.get(key) ?? 0) + 1);
    all += 1;
    return () => {
      for (const key of keys) leave(key);
      all -= 1;
    };
  }

  return {
    /** The hook that engine.io calls before a handshake. */
    allow(req: IncomingMessage, done: (refusal: string | null, isAllowed: boolean) => void): void {
      const hasRoom = [...limitsOf(req)].every(([key, limit]) => (open.get(key) ?? 0) < limit);
      const isAllowed = all < MOST_OF_ALL && hasRoom;
      done(isAllowed ? null : 'busy', isAllowed);
    },
    watch(engine: Engine): void {
      engine.on('connection', (socket) => socket.once('close', enter(socket.request as IncomingMessage)));
    },
  };
}
