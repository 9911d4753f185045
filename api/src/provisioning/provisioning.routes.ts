import { type OrderedTenant, provisioningEndpoints } from '@ostatok/api/contract/provisioning.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { BotReplacement } from './bot-replacement.service.ts';
import type { Ordering } from './ordering.service.ts';

export interface ProvisioningParts {
  ordering: Ordering;
  replaceBot: BotReplacement;
  /** Throws NotFound when the tenant is not this owner's. */
  expectOwn: (ownerId: number, tenantId: string) => Promise<void>;
  /** Finds an owner by email address; throws NotFound. */
  ownerOf: (email: string) => Promise<number>;
}

const answerOf = ({ tenant, adminCredentials, telegramLink, maxLink }: OrderedTenant) => ({
  tenant,
  adminCredentials,
  telegramLink,
  maxLink,
});

export const provisioningRoutes = ({ ordering, replaceBot, expectOwn, ownerOf }: ProvisioningParts) =>
  endpointsOf(provisioningEndpoints, {
    'GET /api/provision/can-create': ({ caller }) => ordering.canCreate(caller.userId),
    async 'POST /api/provision/create'({ caller, body, req, res }) {
      if (!/\brespond-async\b/.test(req.get('prefer') ?? '')) return ordering.create(caller.userId, body);
      const ordered = await ordering.order(caller.userId, body);
      res.status(202).set('Preference-Applied', 'respond-async');
      return answerOf(ordered);
    },
    'PUT /api/provision/tenant/:id/bot-token': {
      admit: ({ caller, params }) => expectOwn(caller.userId, params.id),
      handle: async ({ caller: { userId }, params, body }) => ({
        bot: await replaceBot({ actorId: userId, ownerId: userId, tenantId: params.id, botToken: body.botToken }),
      }),
    },
    async 'POST /api/admin/tenants'({ caller, body: { owner, ...input } }) {
      return answerOf(await ordering.order(await ownerOf(owner), input, caller.userId));
    },
    'PUT /api/admin/tenants/:id/bot-token': async ({ caller, params, body }) => ({
      bot: await replaceBot({ actorId: caller.userId, tenantId: params.id, botToken: body.botToken }),
    }),
  });
