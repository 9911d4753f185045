import type { PublicConfig, PublicStats } from '@ostatok/api/contract/public.endpoints.ts';
import type { Catalogue } from '../catalogue/catalogue.service.ts';
import type { Overview } from '../overview/overview.service.ts';
import type { Plans } from '../plans/plans.service.ts';

/** The landing page never shows smaller numbers than these. */
const LEAST = { clientCount: 10, productCount: 100_000 };
const REMEMBERED_MS = 60_000;

interface Clients {
  plans: Plans;
  overview: Pick<Overview, 'countCustomers'>;
  catalogue: Pick<Catalogue, 'count'>;
  config: PublicConfig;
  now?: () => Date;
}

/** Answers anonymous visitors. The counts are cached, since they are not worth a query for each visitor. */
export function createPublic({ plans, overview, catalogue, config, now = () => new Date() }: Clients) {
  let known: { until: number; stats: PublicStats } | undefined;

  const noSandbox = { chat: false, max: false, mail: false, payments: false };

  return {
    config,
    /** Returns the configuration for a visitor; a remote one doesn't see the sandbox, its bank included. */
    configFor: (local: boolean): PublicConfig =>
      local ? config : { ...config, payments: config.payments && !config.sandbox.payments, sandbox: noSandbox },
    plans: plans.listPublic,
    freePlan: plans.freePlan,
    async stats(): Promise<PublicStats> {
      const at = now().getTime();
      if (known && known.until > at) return known.stats;
      const [clients, products] = await Promise.all([overview.countCustomers(), catalogue.count()]);
      const stats = {
        clientCount: Math.max(clients, LEAST.clientCount),
        productCount: Math.max(products, LEAST.productCount),
      };
      known = { until: at + REMEMBERED_MS, stats };
      return stats;
    },
  };
}
export type PublicPages = ReturnType<typeof createPublic>;
