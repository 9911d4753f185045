import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const POSTGRES_PORT = 5432;

/** Where something listens. Several processes may listen at the same place; the kernel gives each connection to one. */
export interface SharedPlace {
  host: string;
  port: number;
}

export const sharedListening = ({ host, port }: SharedPlace): { host: string; port: number; reusePort: boolean } => ({
  host,
  port,
  reusePort: process.platform === 'linux',
});

/** Passes what comes to the place on to the database of the URL, which lies where the tenants' network has no way. */
export async function relayDatabase(
  databaseUrl: string,
  place: SharedPlace,
): Promise<{ port: number; stop: () => void }> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true, keepAlive: true }, (near) => {
    const far = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || POSTGRES_PORT, noDelay: true });
    for (const socket of [near, far]) {
      sockets.add(socket);
      // whoever asks sees that the connection has ended
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(sharedListening(place), resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
