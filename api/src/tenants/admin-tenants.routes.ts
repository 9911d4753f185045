import { parse, sendList } from '@ostatok/kit/node/http.ts';
import { listQuery } from '@ostatok/kit/node/list-query.ts';
import { Router } from 'express';
import {
  adminTenantFilterSchema,
  adminTenantSorts,
  replaceBotSchema,
  setTenantStatusSchema,
  supportSessionSchema,
  tenantLogsSchema,
} from '../../contract/provision.ts';
import { callerOf } from '../auth/guard.routes.ts';
import type { AdminTenants } from './admin-tenants.service.ts';
import type { BotReplacement } from './bot-replacement.service.ts';
import type { SupportAccess } from './support-access.service.ts';

/** Mounted at /api/admin/tenants, behind the administrator's guard. */
export function adminTenantsRoutes(
  tenants: AdminTenants,
  supportAccess: SupportAccess,
  replaceBot: BotReplacement,
): Router {
  const router = Router();
  router.get('/', async (req, res) => {
    const query = listQuery(req.query, { sorts: adminTenantSorts, sort: 'created_at', order: 'desc', limit: 1000 });
    const { id, search, q, status } = parse(adminTenantFilterSchema, query.filter);
    const { rows, total } = await tenants.list({
      ...query,
      sort: query.sort === 'id' ? 'number' : query.sort,
      ids: id,
      search: search ?? q,
      status,
    });
    sendList(res, 'tenants', rows, { ...query, total });
  });
  router.get('/:id', async (req, res) => {
    res.json({ success: true, tenant: await tenants.details(req.params.id) });
  });
  router.delete('/:id', async (req, res) => {
    await tenants.remove(callerOf(req).userId, req.params.id);
    res.json({ success: true });
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
