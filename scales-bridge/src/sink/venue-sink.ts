import type { Logger } from '@ostatok/kit/node/log.ts';
import type { ClientToServer, ScalesReading, ServerToClient } from '@ostatok/tenant-runtime/contract/socket.ts';
import { io, type Socket } from 'socket.io-client';
import type { Sink } from '../bridge.ts';
import { venueAddress } from './venue-address.ts';
import { type Credentials, SignInRefused, signIn } from './venue-session.ts';

/** An older weight would be taken for what stands on the scale now. */
const KEEP_MS = 10_000;

interface SinkOptions {
  venueUrl: string;
  credentials: Credentials;
  log: Logger;
  /** Told when the venue refuses the credentials; nothing is sent from then on. */
  onRefused: (message: string) => void;
  /** Milliseconds, doubling. */
  reconnect?: { firstMs: number; lastMs: number };
}

/** Sends readings over the venue's socket. While it is away only the newest is kept; it goes first when it is back. */
export function createVenueSink({ venueUrl, credentials, log, onRefused, ...options }: SinkOptions): Sink {
  const { firstMs, lastMs } = options.reconnect ?? { firstMs: 500, lastMs: 15_000 };
  const { origin, headers } = venueAddress(venueUrl);
  let kept: { reading: ScalesReading; at: number } | undefined;
  let refusals = 0;

  const socket: Socket<ServerToClient, ClientToServer> = io(origin, {
    transports: ['websocket'],
    extraHeaders: headers,
    reconnectionDelay: firstMs,
    reconnectionDelayMax: lastMs,
    auth: (give) => {
      signIn(venueUrl, credentials).then(
        (token) => give({ token }),
        (error) => {
          if (error instanceof SignInRefused) return refuse(error.message);
          log.warn({ reason: error.message }, 'venue cannot be reached');
          give({});
        },
      );
    },
  });

  function refuse(message: string): void {
    socket.disconnect();
    onRefused(message);
  }

  socket.on('connect', () => {
    refusals = 0;
    log.info({ venue: venueUrl }, 'connected');
    if (kept && performance.now() - kept.at < KEEP_MS) socket.emit('scales:reading', kept.reading);
    kept = undefined;
  });
  socket.on('disconnect', (reason) => log.warn({ reason }, 'disconnected'));
  socket.on('connect_error', (error) => {
    log.warn({ reason: error.message }, 'not connected');
    // a lost connection is renewed by the client itself; a refusal by the venue is not
    if (socket.active) return;
    refusals += 1;
    if ('token' in credentials || refusals > 5) return refuse(error.message);
    setTimeout(() => socket.connect(), Math.min(firstMs * 2 ** refusals, lastMs)).unref();
  });

  return {
    send(reading) {
      if (!socket.connected) {
        kept = { reading, at: performance.now() };
        return;
      }
      socket.emit('scales:reading', reading, ({ ok, error }) => {
        if (!ok) log.warn({ reason: error }, 'reading refused');
      });
    },
    async close() {
      socket.disconnect();
    },
  };
}
