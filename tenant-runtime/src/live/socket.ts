import type { DefaultEventsMap, Socket } from 'socket.io';
import type { ClientToServer, ServerToClient } from '../../contract/socket.ts';
import type { Role } from '../../contract/users.ts';
import type { Caller } from '../access/callers.ts';
import type { BridgeCaller } from '../bridges/bridges.service.ts';

/** Either a person's or a bridge's; a bridge speaks, and is told nothing but to zero its scale. */
export interface SocketData {
  caller?: Caller;
  bridge?: BridgeCaller;
  sessionId?: string | undefined;
  /** Until the token runs out. */
  timers?: NodeJS.Timeout[];
}
export type LiveSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;

export const roomOf = (userId: number): string => `user:${userId}`;
export const bridgeRoomOf = (bridgeId: number): string => `bridge:${bridgeId}`;
/** The room of all sockets that may see events: all except the bridges. */
export const PEOPLE = 'people';
export const ROOMS: Record<Role, string> = { admin: 'admins', user: 'users' };
