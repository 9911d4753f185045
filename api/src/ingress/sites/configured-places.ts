import { networkInterfaces } from 'node:os';
import { join, resolve } from 'node:path';
import type { PlatformEnv } from '../../config.ts';
import type { Addresses } from '../../platform/addresses.ts';
import type { SitePlaces } from './site-places.ts';

const hasIpv6 = (): boolean =>
  Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ family }) => family === 'IPv6'));

/** Returns what the environment says of nginx. */
export function configuredPlaces({
  config,
  home,
  addresses,
}: {
  config: PlatformEnv;
  home: string;
  addresses: Pick<Addresses, 'publicUrl' | 'platformUrl' | 'baseDomain'>;
}): SitePlaces {
  const { publicUrl, platformUrl, baseDomain } = addresses;
  const { NGINX_DIR, NGINX_UPSTREAMS, TLS_CERT, TLS_KEY, ALLOWED_HOSTS } = config;
  return {
    folder: resolve(NGINX_DIR ?? join(home, 'nginx')),
    httpPort: config.NGINX_HTTP_PORT,
    httpsPort: config.NGINX_HTTPS_PORT,
    hasIpv6: hasIpv6(),
    baseDomain,
    ownNames: [...new Set([new URL(publicUrl).hostname, baseDomain, ...ALLOWED_HOSTS])],
    upstreams: NGINX_UPSTREAMS.length > 0 ? NGINX_UPSTREAMS : [new URL(platformUrl).host],
    certificate: TLS_CERT && TLS_KEY ? { certificate: resolve(TLS_CERT), key: resolve(TLS_KEY) } : undefined,
  };
}
