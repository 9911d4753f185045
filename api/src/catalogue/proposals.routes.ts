import { proposalEndpoints } from '@ostatok/api/contract/proposals.endpoints.ts';
import type { ProposalAnswer } from '@ostatok/api/contract/proposals.ts';
import { proposalSchema } from '@ostatok/kit/contract/alias.ts';
import { Unauthorized } from '@ostatok/kit/node/errors.ts';
import { idOf, parse } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { bearerOf } from '../access/guard.routes.ts';
import type { VenueCalls } from './catalogue.routes.ts';
import type { Proposals } from './proposals.service.ts';

/** Mounted at /internal/proposals: a tenant proposes better data about a bottle. */
export function proposalsRoutes(proposals: Proposals, venues: VenueCalls): Router {
  const router = Router();
  router.post('/', async (req, res) => {
    const tenantId = req.get('x-tenant-id');
    await venues.caller(tenantId, bearerOf(req));
    if (!tenantId) throw new Unauthorized();
    const answer: ProposalAnswer = {
      success: true,
      ...(await proposals.take(tenantId, parse(proposalSchema, req.body))),
    };
    res.json(answer);
  });
  return router;
}

const proposalIdOf = ({ id }: { id: string }): number => idOf(id, 'Такого предложения нет');

export const adminProposalsRoutes = (proposals: Proposals) =>
  endpointsOf(proposalEndpoints, {
    async 'GET /api/admin/aliases/proposals'({ filter, page }) {
      const found = await proposals.list(page, filter);
      return { data: found.proposals, total: found.total };
    },
    'GET /api/admin/aliases/proposals/counts': async () => ({ counts: await proposals.counts() }),
    'GET /api/admin/aliases/proposals/:id': async ({ params }) => ({
      proposal: await proposals.get(proposalIdOf(params)),
    }),
    'POST /api/admin/aliases/proposals/:id/approve': ({ caller, params }) =>
      proposals.approve(caller.userId, proposalIdOf(params)),
    'POST /api/admin/aliases/proposals/:id/reject': async ({ caller, params, body }) => ({
      proposal: await proposals.reject(caller.userId, proposalIdOf(params), body.reason || null),
    }),
    'PUT /api/admin/aliases/proposals/:id/edit-and-approve': ({ caller, params, body }) =>
      proposals.approve(caller.userId, proposalIdOf(params), body.editedData),
    'POST /api/admin/aliases/proposals/:id/reopen': async ({ caller, params }) => ({
      proposal: await proposals.reopen(caller.userId, proposalIdOf(params)),
    }),
  });
