import type { IncomingMessage } from 'node:http';
import { isNearby, networkOf, parseAddress } from '@ostatok/kit/node/addresses.ts';

/** The phones of a bar come from one address; as much as the ingress lets one visitor have under way. */
const MOST_OF_VISITOR = 128;
const MOST_OF_ALL = 1024;

/** As for requests: who is one hop away, on this machine or the private network beside it, names the visitor. */
export function visitorOf(address: string, headers: IncomingMessage['headers']): string {
  const named = headers['x-forwarded-for']?.toString().split(',').at(-1)?.trim();
  return named && isNearby(address) && parseAddress(named) ? named : address;
}

/** Of engine.io: what it keeps of a visitor from the handshake to the end, polling between requests too. */
interface Engine {
  on(
    event: 'connection',
    listener: (socket: { request: unknown; once(event: 'close', end: () => void): void }) => void,
  ): void;
}

/**
 * A handshake by polling leaves a session behind for most of a minute, with its headers, and no request that is open
 * meanwhile: who makes them without end, signed in or not, must not fill the venue's memory.
 */
export function createVisitorSessions() {
  const open = new Map<string, number>();
  let all = 0;
  const keyOf = ({ socket, headers }: IncomingMessage): string =>
    networkOf(visitorOf(socket.remoteAddress ?? '', headers));

  function enter(key: string): () => void {
    open.set(key, (open.get(key) ?? 0) + 1);
    all += 1;
    return () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
      all -= 1;
    };
  }

  return {
    /** As engine.io asks before a handshake. */
    allow(req: IncomingMessage, done: (refusal: string | null, isAllowed: boolean) => void): void {
      const isAllowed = all < MOST_OF_ALL && (open.get(keyOf(req)) ?? 0) < MOST_OF_VISITOR;
      done(isAllowed ? null : 'busy', isAllowed);
    },
    watch(engine: Engine): void {
      engine.on('connection', (socket) => socket.once('close', enter(keyOf(socket.request as IncomingMessage))));
    },
  };
}
