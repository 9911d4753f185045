import { tenantStatusEndpoints } from '@ostatok/api/contract/provisioning.endpoints.ts';
import { ownTenantEndpoints, subdomainEndpoints } from '@ostatok/api/contract/tenants.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { Subdomains } from './subdomains.service.ts';
import type { Tenants } from './tenants.service.ts';

export const subdomainsRoutes = (subdomains: Subdomains) =>
  endpointsOf(subdomainEndpoints, {
    'POST /api/provision/check-subdomain': ({ caller, body }) => subdomains.check(caller.userId, body.subdomain),
    async 'POST /api/provision/suggest-subdomain'({ caller, body }) {
      const suggestions = await subdomains.suggest(caller.userId, body.companyName);
      return { subdomain: suggestions[0], suggestions };
    },
    'POST /api/provision/generate-subdomain': async ({ caller }) => ({
      subdomain: await subdomains.generate(caller.userId),
    }),
  });

/** What an owner does with their tenants. */
export const tenantsRoutes = (tenants: Tenants) =>
  endpointsOf(ownTenantEndpoints, {
    'GET /api/provision/my-tenants': async ({ caller }) => ({ tenants: await tenants.list(caller.userId) }),
    'GET /api/provision/tenant/:id/stats': async ({ caller, params }) => ({
      stats: await tenants.stats(caller.userId, params.id),
    }),
    async 'POST /api/provision/tenant/:id/restart'({ caller, params }) {
      await tenants.restart(caller.userId, params.id);
      return {};
    },
    'POST /api/provision/tenant/:id/reset-password': async ({ caller, params }) => ({
      credentials: await tenants.resetPassword(caller.userId, params.id),
    }),
    'POST /api/provision/tenant/:id/telegram-link': async ({ caller, params }) => ({
      telegramLink: await tenants.telegramLink(caller.userId, params.id),
    }),
    async 'DELETE /api/provision/tenant/:id'({ caller, params }) {
      await tenants.remove(caller.userId, params.id);
      return {};
    },
  });

export const tenantStatusRoutes = ({ status }: Pick<Tenants, 'status'>) =>
  endpointsOf(tenantStatusEndpoints, {
    'GET /api/provision/tenant/:id/status': ({ caller, params }) => status(caller.userId, params.id),
    'GET /api/admin/tenants/:id/provision': ({ params }) => status(undefined, params.id),
  });
