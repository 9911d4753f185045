import type { PlatformEnv } from '../config.ts';
import { isOpen } from '../exposure.ts';
import type { Addresses } from '../tenants/addresses.ts';
import { isLoopback } from './local-request.ts';
import { hostNameOf } from './venue-host.ts';

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

const hostOf = (url: string): string => new URL(url).hostname;

/** Whether a Host header names this installation. A page that rebinds its own name to our address keeps its name. */
export function createAllowedHosts(
  config: PlatformEnv,
  { publicUrl, platformUrl, baseDomain }: Pick<Addresses, 'publicUrl' | 'platformUrl' | 'baseDomain'>,
): (host: string | undefined) => boolean {
  const local = isLoopback(config.HOST) || !isOpen(config) ? LOCAL : [];
  // venues' processes call the platform by the second
  const own = [hostOf(publicUrl), hostOf(platformUrl), baseDomain, `*.${baseDomain}`];
  const names = new Set([...own, ...local, ...config.ALLOWED_HOSTS]);
  const domains = [...names].filter((name) => name.startsWith('*.')).map((name) => name.slice(1));
  return (host) => {
    const name = hostNameOf(host);
    return names.has(name) || domains.some((domain) => name.endsWith(domain) && name.length > domain.length);
  };
}
