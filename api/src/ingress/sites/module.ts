import { networkInterfaces } from 'node:os';
import { join, resolve } from 'node:path';
import type { LiveEvent } from '@ostatok/api/contract/live.ts';
import type { PlatformEnv } from '../../config.ts';
import type { Live } from '../../live/live.service.ts';
import type { Addresses } from '../../platform/addresses.ts';
import type { Watch } from '../../platform/jobs.ts';
import { createNginx } from './nginx.ts';
import type { SitePlaces } from './site-places.ts';
import { createSites, type Sites, type SitesDeps } from './sites.service.ts';

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

/** Follows the changes of tenants that any api process makes. */
function followTenants(sites: Sites, live: SitesModuleDeps['live']): Watch['start'] {
  return async () => {
    let leave: (() => void) | undefined;
    const onEvent = ({ resource }: LiveEvent): void => {
      if (resource === 'tenants') sites.syncLater();
    };
    async function compare(): Promise<void> {
      leave ??= await live.listen(onEvent, () => {
        leave = undefined;
      });
      sites.syncLater();
    }
    const look = (): void => void compare().catch(() => sites.syncLater());
    const timer = setInterval(look, COMPARE_MS).unref();
    look();
    return async () => {
      clearInterval(timer);
      leave?.();
      await sites.settled();
    };
  };
}

/** The files of nginx that stands before the api processes. */
export function createSitesModule(deps: SitesModuleDeps) {
  const places = placesOf(deps);
  const nginx = createNginx({ command: deps.config.NGINX_COMMAND, httpPort: places.httpPort });
  const sites = createSites({ ...deps, places, nginx });
  return { services: { sites }, watches: [{ name: 'sites', start: followTenants(sites, deps.live) }] };
}
