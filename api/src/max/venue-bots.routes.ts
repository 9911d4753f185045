import { maxEndpoints } from '@ostatok/api/contract/max.endpoints.ts';
import type { Caller } from '../access/callers.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { VenueBots } from './venue-bots.service.ts';

const ofOwner = ({ userId }: Caller, { id }: { id: string }) => ({ actorId: userId, ownerId: userId, tenantId: id });
const ofAdmin = ({ userId }: Caller, { id }: { id: string }) => ({ actorId: userId, tenantId: id });

export const venueBotsRoutes = (bots: VenueBots) => {
  const admit = async ({ caller, params }: { caller: Caller; params: { id: string } }): Promise<void> =>
    void (await bots.get(ofOwner(caller, params)));
  return endpointsOf(maxEndpoints, {
    'GET /api/provision/tenant/:id/max': async ({ caller, params }) => ({
      max: await bots.get(ofOwner(caller, params)),
    }),
    'PUT /api/provision/tenant/:id/max': {
      admit,
      handle: async ({ caller, params, body }) => ({
        max: await bots.connect(ofOwner(caller, params), body.botToken),
      }),
    },
    'DELETE /api/provision/tenant/:id/max': async ({ caller, params }) => ({
      max: await bots.disconnect(ofOwner(caller, params)),
    }),
    'POST /api/provision/tenant/:id/max-link': async ({ caller, params }) => ({
      link: await bots.link(ofOwner(caller, params)),
    }),
    'GET /api/admin/tenants/:id/max': async ({ caller, params }) => ({ max: await bots.get(ofAdmin(caller, params)) }),
    'PUT /api/admin/tenants/:id/max': async ({ caller, params, body }) => ({
      max: await bots.connect(ofAdmin(caller, params), body.botToken),
    }),
    'DELETE /api/admin/tenants/:id/max': async ({ caller, params }) => ({
      max: await bots.disconnect(ofAdmin(caller, params)),
    }),
  });
};
