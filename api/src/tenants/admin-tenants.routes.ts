import { parse, sendList } from '@ostatok/kit/node/http.ts';
import { listQuery } from '@ostatok/kit/node/list-query.ts';
import { Router } from 'express';
import {
  adminTenantFilterSchema,
  adminTenantSorts,
  createForOwnerSchema,
  replaceBotSchema,
  setTenantStatusSchema,
  supportSessionSchema,
  tenantLogsSchema,
} from '../../contract/provision.ts';
import { callerOf } from '../auth/guard.routes.ts';
import type { BotReplacement } from '../provisioning/bot-replacement.service.ts';
import type { Ordering } from '../provisioning/ordering.service.ts';
import type { SupportAccess } from '../support/support-access.service.ts';
import type { RestoringDeleted } from '../tenant-removal/restoring-deleted.service.ts';
import type { AdminTenants } from './admin-tenants.service.ts';
import type { Tenants } from './tenants.service.ts';

interface AdminTenantsParts {
  adminTenants: AdminTenants;
  tenants: Pick<Tenants, 'status'>;
  ordering: Pick<Ordering, 'order'>;
  supportAccess: SupportAccess;
  replaceBot: BotReplacement;
  restoreDeleted: RestoringDeleted;
}

/** Mounted at /api/admin/tenants, behind the administrator's guard. */
export function adminTenantsRoutes(parts: AdminTenantsParts): Router {
  const { adminTenants: tenants, supportAccess, replaceBot, restoreDeleted } = parts;
  const router = Router();
  router.get('/', async (req, res) => {
    const query = listQuery(req.query, { sorts: adminTenantSorts, sort: 'created_at', order: 'desc', limit: 1000 });
    const { id, search, q, ...filter } = parse(adminTenantFilterSchema, query.filter);
    const { rows, total } = await tenants.list({
      ...query,
      sort: query.sort === 'id' ? 'number' : query.sort,
      ids: id,
      search: search ?? q,
      ...filter,
    });
    sendList(res, 'tenants', rows, { ...query, total });
  });
  router.post('/', async (req, res) => {
    const { owner, ...input } = parse(createForOwnerSchema, req.body);
    const ownerId = await tenants.ownerOf(owner);
    const { provisionId: _, ...ordered } = await parts.ordering.order(ownerId, input, callerOf(req).userId);
    res.status(202).json(ordered);
  });
  router.get('/load', async (_req, res) => {
    res.json({ success: true, tenants: await tenants.load() });
  });
  router.get('/:id/provision', async (req, res) => {
    res.json(await parts.tenants.status(undefined, req.params.id));
  });
  router.get('/:id', async (req, res) => {
    res.json({ success: true, tenant: await tenants.details(req.params.id) });
  });
  router.delete('/:id', async (req, res) => {
    await tenants.remove(callerOf(req).userId, req.params.id);
    res.json({ success: true });
  });
  router.post('/:id/restore', async (req, res) => {
    res.json({ success: true, status: await restoreDeleted.byAdministrator(callerOf(req).userId, req.params.id) });
  });
  router.post('/:id/restart', async (req, res) => {
    await tenants.restart(callerOf(req).userId, req.params.id);
    res.json({ success: true });
  });
  router.put('/:id/status', async (req, res) => {
    const { status } = parse(setTenantStatusSchema, req.body);
    res.json({ success: true, status: await tenants.setStatus(callerOf(req).userId, req.params.id, status) });
  });
  router.put('/:id/bot-token', async (req, res) => {
    const { botToken } = parse(replaceBotSchema, req.body);
    const bot = await replaceBot({ actorId: callerOf(req).userId, tenantId: req.params.id, botToken });
    res.json({ success: true, bot });
  });
  router.post('/:id/support-session', async (req, res) => {
    const { reason } = parse(supportSessionSchema, req.body);
    await tenants.expect(req.params.id);
    res.json({ success: true, ...(await supportAccess(callerOf(req), req.params.id, reason)) });
  });
  router.get('/:id/logs', async (req, res) => {
    res.json({ success: true, lines: await tenants.logs(req.params.id, parse(tenantLogsSchema, req.query).lines) });
  });
  return router;
}
