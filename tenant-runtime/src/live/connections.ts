import { AppError, Unauthorized } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { inScopeOf, rememberPerson } from '@ostatok/kit/node/request-scope.ts';
import type { Caller, Origin } from '../access/callers.ts';
import { type BridgeCaller, type Bridges, isBridgeToken } from '../bridges/bridges.service.ts';
import type { Scales } from '../scales/scales.service.ts';
import type { Sessions } from '../sessions/sessions.service.ts';
import type { PacketLimit } from './packets.ts';
import { listenForScales, listenForTares, type ReadingLimit } from './scales-socket.ts';
import { bridgeRoomOf, type LiveSocket, PEOPLE, ROOMS, roomOf } from './socket.ts';
import { visitorOf } from './visitors.ts';

/** Milliseconds before the token's end when the client is warned; LONGEST_TIMER_MS is Node's own limit. */
const WARNED_MS = 60_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

interface ConnectionParts {
  sessions: Sessions;
  bridges: Bridges;
  scales: Scales;
  packets: PacketLimit;
  readingLimit: ReadingLimit;
  log: Logger;
}

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

/**
 * Ends the socket when its token expires: an open socket does not notice it, and may be connected to another process
 * than the one that issued the token.
 */
async function endWithToken(sessions: Sessions, socket: LiveSocket): Promise<void> {
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
async function renew(sessions: Sessions, socket: LiveSocket, { id }: Caller, token: unknown): Promise<void> {
  try {
    const caller = await sessions.caller(typeof token === 'string' ? token : '', originOf(socket));
    if (caller.id !== id) throw new Unauthorized();
    socket.handshake.auth.token = token;
    await endWithToken(sessions, socket);
  } catch {
    socket.disconnect(true);
  }
}

async function serveBridge(parts: ConnectionParts, socket: LiveSocket, { id, name }: BridgeCaller): Promise<void> {
  const { bridges, scales, readingLimit, log } = parts;
  const noted = (noting: Promise<unknown>): Promise<unknown> =>
    noting.catch((error) => log.warn({ err: error, bridge: id }, 'bridge not noted as seen'));
  listenForScales(socket, { key: `bridge:${id}`, name, connection: socket.id }, scales, readingLimit);
  socket.onAny(() => void noted(bridges.received(id)));
  socket.once('disconnect', () => void noted(bridges.disconnected(id)));
  void noted(bridges.connected(id));
  await socket.join(bridgeRoomOf(id));
  // The bridge may have been unpaired between the handshake and joining the room that an unpairing empties.
  if (!(await bridges.byToken(socket.handshake.auth.token))) socket.disconnect(true);
}

/** Serves an admitted connection until it is closed or its token ends. */
export const serve = (parts: ConnectionParts, socket: LiveSocket): Promise<void> =>
  inScopeOf(socket.request, () => serveKnown(parts, socket));

async function serveKnown(parts: ConnectionParts, socket: LiveSocket): Promise<void> {
  const { sessions, scales, readingLimit } = parts;
  const { caller, bridge } = socket.data;
  // what the connection sends later belongs to the request that opened it
  socket.use((_event, next) => inScopeOf(socket.request, next));
  if (bridge) return serveBridge(parts, socket, bridge);
  if (!caller) return;
  listenForScales(socket, { key: roomOf(caller.id), name: caller.name, connection: socket.id }, scales, readingLimit);
  listenForTares(socket, scales);
  await socket.join([roomOf(caller.id), PEOPLE, ROOMS[caller.role]]);
  // The user may have been signed out between the handshake and joining the room that a sign-out empties.
  await sessions.caller(socket.handshake.auth.token).catch(() => socket.disconnect(true));
  socket.once('disconnect', () => clearTimers(socket));
  socket.on('session:renew', (token) => void renew(sessions, socket, caller, token));
  await endWithToken(sessions, socket);
}

/** Lets in a person or a bridge whose token is valid. */
export const admit = (parts: ConnectionParts, socket: LiveSocket, next: (error?: Error) => void): Promise<void> =>
  inScopeOf(socket.request, () => admitKnown(parts, socket, next));

async function admitKnown(
  { sessions, bridges, packets, log }: ConnectionParts,
  socket: LiveSocket,
  next: (error?: Error) => void,
): Promise<void> {
  const answered = packets.ask(socket.conn);
  if (!answered) return;
  try {
    const given: unknown = socket.handshake.auth.token;
    const token = typeof given === 'string' ? given : '';
    const bridge = await bridges.byToken(token);
    if (bridge) socket.data.bridge = bridge;
    // A bridge that was unpaired keeps trying, and its token is not logged as a forgery.
    else socket.data.caller = await sessions.caller(token, isBridgeToken(token) ? undefined : originOf(socket));
    const { caller } = socket.data;
    if (caller) rememberPerson({ userId: caller.id, username: caller.username });
    answered(true);
    next();
  } catch (error) {
    answered(false);
    if (!(error instanceof AppError)) log.error({ err: error }, 'socket was not admitted');
    next(refusal(error));
  }
}

/**
 * Moves the socket to the room of its user's current role, or disconnects it if the user was signed out meanwhile.
 */
export async function seat(sessions: Sessions, socket: LiveSocket): Promise<void> {
  for (const room of Object.values(ROOMS)) await socket.leave(room);
  try {
    const caller = await sessions.caller(socket.handshake.auth.token);
    socket.data.caller = caller;
    await socket.join(ROOMS[caller.role]);
  } catch {
    socket.disconnect(true);
  }
}
