import { campaignEndpoints } from '@ostatok/api/contract/campaigns.endpoints.ts';
import { isUuid } from '@ostatok/kit/contract/uuid.ts';
import { NotFound } from '@ostatok/kit/node/errors.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { idempotencyKeyOf } from '../access/idempotency-key.routes.ts';
import { inBackground } from '../operations/operations.routes.ts';
import type { Campaigns } from './campaigns.service.ts';

/** How long a request waits for a campaign that may soon end. */
const WAIT_MS = 20_000;

function campaignIdOf({ id }: { id: string }): string {
  if (!isUuid(id)) throw new NotFound('Рассылка не найдена', 'campaign_not_found');
  return id;
}

export const campaignsRoutes = (campaigns: Campaigns) =>
  endpointsOf(campaignEndpoints, {
    'POST /api/admin/marketing/audience': async ({ body }) => ({ count: await campaigns.audience(body) }),
    async 'POST /api/admin/marketing/send-campaign'({ caller, body, req, res }) {
      const campaign = await campaigns.send(caller.userId, body, idempotencyKeyOf(req));
      if (!inBackground(req)) return campaigns.result(await campaigns.waitFor(campaign.id, WAIT_MS));
      res.status(202);
      return campaigns.result(campaign);
    },
    'GET /api/admin/campaigns': ({ filter, page }) => campaigns.list(page, filter),
    'GET /api/admin/campaigns/:id': async ({ params }) => ({ campaign: await campaigns.get(campaignIdOf(params)) }),
    'GET /api/admin/campaigns/:id/recipients': ({ params, filter, page }) =>
      campaigns.recipients(campaignIdOf(params), page, filter),
    'POST /api/admin/campaigns/:id/pause': async ({ caller, params }) => ({
      campaign: await campaigns.pause(caller.userId, campaignIdOf(params)),
    }),
    'POST /api/admin/campaigns/:id/resume': async ({ caller, params }) => ({
      campaign: await campaigns.resume(caller.userId, campaignIdOf(params)),
    }),
    'POST /api/admin/campaigns/:id/cancel': async ({ caller, params }) => ({
      campaign: await campaigns.cancel(caller.userId, campaignIdOf(params)),
    }),
  });
