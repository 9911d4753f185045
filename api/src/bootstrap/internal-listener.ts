import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Lifecycle } from '@ostatok/kit/node/lifecycle.ts';
import type { PlatformEnv } from '../config.ts';
import { relayDatabase, sharedListening } from '../hosting/containers/database-relay.ts';
import { closeMachine, mayWriteRules } from '../hosting/containers/firewall.ts';
import type { Containers } from '../hosting/containers/prepare.ts';
import type { Addresses } from '../platform/addresses.ts';
import { relaysDatabase } from '../settings.ts';
import { notYet } from './startup-gate.ts';

export type ConnectListener = (req: IncomingMessage, socket: Duplex, head: Buffer) => void;

const INTERNAL = /^\/internal\//;
const EVERYWHERE = ['0.0.0.0', '::', '::0'];
const POSTGRES_PORT = 5432;

/** Answers in the same way whether there is such a page elsewhere or not. */
const nothingElse: RequestListener = (_req, res) => {
  res.writeHead(404, { 'content-type': 'application/json; charset=utf-8' });
  res.end(JSON.stringify({ success: false, error: 'Не найдено', code: 'not_found' }));
};

/**
 * Listens at the address that tenants in containers reach, and passes on what a tenant may ask of the platform; neither
 * pages nor the API of people are to be had there. On this machine all api processes share the place, and the database
 * is brought to it where it lies elsewhere; as root it closes the rest of the machine to the containers. In a swarm each
 * api process has its own address; one that listens at it anyway is reached at its own port.
 */
export async function listenForTenants(
  { network, address }: Containers,
  { ofTenants, databaseUrl }: Addresses,
  { config, port, lifecycle }: { config: PlatformEnv; port: number; lifecycle: Lifecycle },
): Promise<{ open: (listener: RequestListener, connect: ConnectListener) => void }> {
  if (network) {
    const reached = new URL(ofTenants('docker').databaseUrl);
    const databasePort = Number(reached.port) || POSTGRES_PORT;
    if (mayWriteRules()) await closeMachine(network, [config.INTERNAL_PORT, databasePort]);
    if (relaysDatabase(config)) {
      const relay = await relayDatabase(databaseUrl, { host: network.gateway, port: databasePort });
      lifecycle.onStop('database relay', relay.stop);
    }
  }
  let handle: RequestListener = notYet;
  if (!network && [...EVERYWHERE, address].includes(config.HOST)) return { open: () => undefined };
  const server = createServer((req, res) => (INTERNAL.test(req.url ?? '') ? handle : nothingElse)(req, res));
  const place = network ? sharedListening({ host: address, port: config.INTERNAL_PORT }) : { host: address, port };
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(place, resolve);
  });
  lifecycle.onStop('internal listener', () => {
    server.close();
    server.closeAllConnections();
  });
  return {
    open(listener, connect) {
      handle = listener;
      server.on('connect', connect);
    },
  };
}
