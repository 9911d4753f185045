import { publicEndpoints } from '@ostatok/api/contract/public.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { SeesSandbox } from '../sandbox/viewers.ts';
import type { PublicPages } from './public.service.ts';

export const publicRoutes = (pages: PublicPages, seesSandbox: SeesSandbox) =>
  endpointsOf(publicEndpoints, {
    async 'GET /api/public/plans'() {
      const [plans, free] = await Promise.all([pages.plans(), pages.freePlan()]);
      return { plans, free };
    },
    'GET /api/public/stats': async () => ({ stats: await pages.stats() }),
    'GET /api/public/config': ({ req }) => pages.configFor(seesSandbox(req)),
  });
