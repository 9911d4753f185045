import type { ClientToServer, ServerToClient } from '@ostatok/tenant-runtime/contract/socket.ts';
import type { Socket } from 'socket.io-client';
import { renewSession, session } from './session.ts';

/** What a socket signs in with, each time it connects. */
export const socketAuth = (give: (auth: { token: string }) => void): void =>
  give({ token: session.current()?.token ?? '' });

/** Before its token runs out the socket goes on with the next one, and nobody notices. */
export function keepSignedIn(socket: Pick<Socket<ServerToClient, ClientToServer>, 'on' | 'emit'>): void {
  socket.on('session:ending', async () => {
    const token = session.current()?.token;
    if (!token || !(await renewSession(token))) return;
    const next = session.current()?.token;
    if (next) socket.emit('session:renew', next);
  });
}
