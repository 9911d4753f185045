import { type ProposalAnswer, proposalSchema } from '@ostatok/api/contract/proposals.ts';
import { Unauthorized } from '@ostatok/kit/node/errors.ts';
import { parse } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import { bearerOf } from '../auth/guard.routes.ts';
import type { VenueCalls } from './catalogue.routes.ts';
import type { Proposals } from './proposals.service.ts';

/** Mounted at /internal/proposals: a venue tells of a bottle it knows better. */
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
