import { ownDomainEndpoints } from '@ostatok/api/contract/own-domains.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { OwnDomains } from './own-domains.service.ts';

export const ownDomainsRoutes = (domains: OwnDomains, onSet: () => void) =>
  endpointsOf(ownDomainEndpoints, {
    'GET /api/admin/tenants/:id/domain': async ({ params }) => ({ domain: await domains.of(params.id) }),
    async 'PUT /api/admin/tenants/:id/domain'({ caller, params, body }) {
      const answer = await domains.set(caller.userId, params.id, body.domain);
      onSet();
      return answer;
    },
  });
