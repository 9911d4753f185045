import type { DefaultEventsMap, Socket } from 'socket.io';
import type { ClientToServer, ServerToClient } from '../contract/socket.ts';
import type { BridgeCaller } from './users/bridges.service.ts';
import type { Caller } from './users/sessions.service.ts';

/** Either a person's or a bridge's; a bridge only speaks and is told nothing. */
export interface SocketData {
  caller?: Caller;
  bridge?: BridgeCaller;
  sessionId?: string | undefined;
  /** Until the token runs out. */
  timers?: NodeJS.Timeout[];
}
export type LiveSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;
