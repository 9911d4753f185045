import type { PlatformEnv } from '../../config.ts';
import { followTenants } from '../../live/follow-tenants.ts';
import type { Live } from '../../live/live.service.ts';
import type { Addresses } from '../../platform/addresses.ts';
import { configuredPlaces } from './configured-places.ts';
import { createNginx } from './nginx.ts';
import { createSites, type SitesDeps } from './sites.service.ts';

/** How often the files are compared without a reason: a message may have been lost, or nginx started anew. */
const COMPARE_MS = 30_000;

interface SitesModuleDeps extends Omit<SitesDeps, 'places' | 'nginx'> {
  config: PlatformEnv;
  home: string;
  addresses: Addresses;
  live: Pick<Live, 'listen'>;
}

/** The files of nginx that stands before the api processes. */
export function createSitesModule(deps: SitesModuleDeps) {
  const places = configuredPlaces(deps);
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
