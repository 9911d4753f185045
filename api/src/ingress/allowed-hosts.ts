import type { IncomingMessage } from 'node:http';
import type { PlatformEnv } from '../config.ts';
import { hostingsOf } from '../hosting/hosting.ts';
import type { Addresses } from '../platform/addresses.ts';
import { isOpen } from '../platform/exposure.ts';
import { isLocalName, isLoopbackAddress } from '../platform/local-request.ts';
import { hostNameOf } from '../platform/venue-host.ts';

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

const hostOf = (url: string): string => new URL(url).hostname;

/**
 * Checks whether a request's Host names this installation. A page that rebinds its own domain to our address still
 * sends its own name. From other machines an open installation may not be called by names that only this machine has.
 */
export function createAllowedHosts(
  config: PlatformEnv,
  { publicUrl, platformUrl, baseDomain, ofTenants }: Addresses,
  isOwnDomain: (name: string) => boolean = () => false,
): (req: Pick<IncomingMessage, 'headers' | 'socket'>) => boolean {
  const open = isOpen(config);
  // the names by which the platform calls itself, and tenants call it
  const own = [hostOf(platformUrl), ...hostingsOf(config).map((hosting) => hostOf(ofTenants(hosting).platformUrl))];
  const here = new Set([...LOCAL, ...own]);
  const given = [hostOf(publicUrl), baseDomain, `*.${baseDomain}`, ...config.ALLOWED_HOSTS];
  const names = new Set([...given, ...own.filter((name) => !isLocalName(name))]);
  const domains = [...names].filter((name) => name.startsWith('*.')).map((name) => name.slice(1));
  return ({ headers, socket }) => {
    const name = hostNameOf(headers.host);
    if (here.has(name) && (!open || isLoopbackAddress(socket.remoteAddress))) return true;
    return (
      names.has(name) ||
      isOwnDomain(name) ||
      domains.some((domain) => name.endsWith(domain) && name.length > domain.length)
    );
  };
}
