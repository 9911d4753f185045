import {
  editAndApproveSchema,
  type ProposalAnswer,
  proposalFilterSchema,
  proposalSchema,
  proposalSorts,
  rejectProposalSchema,
} from '@ostatok/api/contract/proposals.ts';
import { Unauthorized } from '@ostatok/kit/node/errors.ts';
import { idOf, parse, sendList } from '@ostatok/kit/node/http.ts';
import { listQuery } from '@ostatok/kit/node/list-query.ts';
import { Router } from 'express';
import { bearerOf, callerOf } from '../auth/guard.routes.ts';
import type { VenueCalls } from './catalogue.routes.ts';
import type { Proposals } from './proposals.service.ts';

const missing = 'Такого предложения нет';

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

/** Mounted at /api/admin/aliases/proposals, behind the administrator's guard and before the routes of aliases by id. */
export function adminProposalsRoutes(proposals: Proposals): Router {
  const router = Router();

  router.get('/', async (req, res) => {
    const query = listQuery(req.query, { sorts: proposalSorts, sort: 'created_at', order: 'desc' });
    const found = await proposals.list(query, parse(proposalFilterSchema, query.filter));
    sendList(res, 'data', found.proposals, { total: found.total, offset: query.offset, limit: query.limit });
  });

  router.get('/counts', async (_req, res) => {
    res.json({ success: true, counts: await proposals.counts() });
  });

  router.get('/:id', async (req, res) => {
    res.json({ success: true, proposal: await proposals.get(idOf(req.params.id, missing)) });
  });

  router.post('/:id/approve', async (req, res) => {
    const done = await proposals.approve(callerOf(req).userId, idOf(req.params.id, missing));
    res.json({ success: true, ...done });
  });

  router.post('/:id/reopen', async (req, res) => {
    res.json({ success: true, proposal: await proposals.reopen(callerOf(req).userId, idOf(req.params.id, missing)) });
  });

  router.post('/:id/reject', async (req, res) => {
    const { reason } = parse(rejectProposalSchema, req.body);
    const proposal = await proposals.reject(callerOf(req).userId, idOf(req.params.id, missing), reason || null);
    res.json({ success: true, proposal });
  });

  router.put('/:id/edit-and-approve', async (req, res) => {
    const { editedData } = parse(editAndApproveSchema, req.body);
    const done = await proposals.approve(callerOf(req).userId, idOf(req.params.id, missing), editedData);
    res.json({ success: true, ...done });
  });

  return router;
}
