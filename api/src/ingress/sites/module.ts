import { networkInterfaces } from 'node:os';
import { join, resolve } from 'node:path';
import type { PlatformEnv } from '../../config.ts';
import { followTenants } from '../../live/follow-tenants.ts';
import type { Live } from '../../live/live.service.ts';
import type { Addresses } from '../../platform/addresses.ts';
import { createNginx } from './nginx.ts';
import type { SitePlaces } from './site-places.ts';
import { createSites, type SitesDeps } from './sites.service.ts';

/** How often the files are compared without a reason: a message may have been lost, or nginx started anew. */
const COMPARE_MS = 30_000;

interface SitesModuleDeps extends Omit<SitesDeps, 'places' | 'nginx'> {
  config: PlatformEnv;
  home: string;
  addresses: Addresses;
  live: Pick<Live, 'listen'>;
}

const hasIpv6 = (): boolean =>
  Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ family }) => family === 'IPv6'));

/** Returns what the environment says of nginx. */
function placesOf({ config, home, addresses }: Pick<SitesModuleDeps, 'config' | 'home' | 'addresses'>): SitePlaces {
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

/** The files of nginx that stands before the api processes. */
export function createSitesModule(deps: SitesModuleDeps) {
  const places = placesOf(deps);
  const nginx = createNginx({
    command: deps.config.NGINX_COMMAND,
    host: deps.config.NGINX_HOST,
    httpPort: places.httpPort,
  });
  const sites = createSites({ ...deps, places, nginx });
  function start(): () => Promise<void> {
    const leave = followTenants(deps.live, sites.syncLater, COMPARE_MS);
    return async () => {
      leave();
      await sites.settled();
    };
  }
  return { services: { sites }, watches: [{ name: 'sites', start }] };
}
