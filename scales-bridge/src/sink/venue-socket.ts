import type { ClientToServer, ServerToClient } from '@ostatok/tenant-runtime/contract/socket.ts';
import { io, type Socket } from 'socket.io-client';
import { venueAddress } from './venue-address.ts';
import { type Credentials, SignInRefused, signIn, VenueAway } from './venue-session.ts';

export type VenueSocket = Socket<ServerToClient, ClientToServer>;

const CONNECT_WITHIN_MS = 10_000;

/** Resolves when it is connected. Throws VenueAway, SignInRefused. */
export async function connectToVenue(
  venueUrl: string,
  credentials: Credentials,
  stop: AbortSignal,
): Promise<VenueSocket> {
  const token = await signIn(venueUrl, credentials);
  const { origin, headers } = venueAddress(venueUrl);
  const socket: VenueSocket = io(origin, {
    transports: ['websocket'],
    extraHeaders: headers,
    reconnection: false,
    forceNew: true,
    timeout: CONNECT_WITHIN_MS,
    auth: { token },
  });
  return new Promise((resolve, reject) => {
    const onStop = (): void => {
      socket.disconnect();
      reject(new VenueAway('Остановлено'));
    };
    stop.addEventListener('abort', onStop, { once: true });
    socket.once('connect', () => {
      stop.removeEventListener('abort', onStop);
      socket.off('connect_error');
      resolve(socket);
    });
    socket.once('connect_error', (error: Error & { data?: { code?: string } }) => {
      stop.removeEventListener('abort', onStop);
      socket.disconnect();
      // an error with a code comes from the tenant itself; without a code the tenant was not reached
      const code = error.data?.code;
      if (code && code !== 'internal') reject(new SignInRefused(error.message));
      else reject(new VenueAway('Заведение не отвечает'));
    });
  });
}
