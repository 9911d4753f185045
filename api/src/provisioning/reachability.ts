import { request } from 'node:http';
import { type Addresses, venueHost } from '../platform/addresses.ts';

const TIME_LIMIT_MS = 5000;

/** Checks whether a tenant answers through the ingress, under its own host name. */
export function createReachability(addresses: Addresses): (subdomain: string) => Promise<boolean> {
  return (subdomain) =>
    new Promise((fulfil) => {
      const headers = { host: venueHost(addresses, subdomain) };
      const probe = request(`${addresses.platformUrl}/healthz`, { headers, timeout: TIME_LIMIT_MS }, (answer) => {
        answer.resume();
        fulfil(answer.statusCode === 200);
      });
      probe.once('error', () => fulfil(false));
      probe.once('timeout', () => probe.destroy());
      probe.end();
    });
}
