import { createServer, type RequestListener } from 'node:http';
import type { Lifecycle } from '@ostatok/kit/node/lifecycle.ts';
import type { PlatformEnv } from '../config.ts';
import { closeMachine, mayWriteRules } from '../hosting/containers/firewall.ts';
import type { Containers } from '../hosting/containers/prepare.ts';
import type { Addresses } from '../platform/addresses.ts';
import { notYet } from './startup-gate.ts';

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
 * pages nor the API of people are to be had there. As root it closes the rest of the machine to those that run on it. A
 * platform that listens everywhere, or at that address, is reached at its own port.
 */
export async function listenForTenants(
  { network, address }: Containers,
  { ofTenants }: Addresses,
  { config, port, alone, lifecycle }: { config: PlatformEnv; port: number; alone: boolean; lifecycle: Lifecycle },
): Promise<{ open: (listener: RequestListener) => void }> {
  if (network && mayWriteRules()) {
    const databasePort = Number(new URL(ofTenants('docker').databaseUrl).port) || POSTGRES_PORT;
    await closeMachine(network, [port, databasePort], alone);
  }
  let handle: RequestListener = notYet;
  if ([...EVERYWHERE, address].includes(config.HOST)) return { open: () => undefined };
  const server = createServer((req, res) => (INTERNAL.test(req.url ?? '') ? handle : nothingElse)(req, res));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, resolve);
  });
  lifecycle.onStop('internal listener', () => {
    server.close();
    server.closeAllConnections();
  });
  return {
    open(listener) {
      handle = listener;
    },
  };
}
