import { parse, sendList } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import {
  checkSubdomainSchema,
  createTenantSchema,
  keepTenantsSchema,
  replaceBotSchema,
  suggestSubdomainSchema,
} from '../../contract/provision.ts';
import { callerOf } from '../auth/guard.routes.ts';
import type { BotReplacement } from '../provisioning/bot-replacement.service.ts';
import type { Ordering } from '../provisioning/ordering.service.ts';
import type { Keeping } from '../supervisor/keeping.service.ts';
import type { RestoringDeleted } from '../tenant-removal/restoring-deleted.service.ts';
import type { Subdomains } from './subdomains.service.ts';
import type { Tenants } from './tenants.service.ts';

interface TenantsParts {
  tenants: Tenants;
  ordering: Ordering;
  subdomains: Subdomains;
  replaceBot: BotReplacement;
  restoreDeleted: RestoringDeleted;
  keep: Keeping;
}

/** Mounted at /api/provision, behind the guard. */
export function tenantsRoutes({
  tenants,
  ordering,
  subdomains,
  replaceBot,
  restoreDeleted,
  keep,
}: TenantsParts): Router {
  const router = Router();
  router.post('/check-subdomain', async (req, res) => {
    res.json(await subdomains.check(callerOf(req).userId, parse(checkSubdomainSchema, req.body).subdomain));
  });
  router.post('/suggest-subdomain', async (req, res) => {
    const { companyName } = parse(suggestSubdomainSchema, req.body);
    const suggestions = await subdomains.suggest(callerOf(req).userId, companyName);
    res.json({ success: true, subdomain: suggestions[0], suggestions });
  });
  router.post('/generate-subdomain', async (req, res) => {
    res.json({ success: true, subdomain: await subdomains.generate(callerOf(req).userId) });
  });
  router.get('/can-create', async (req, res) => {
    res.json({ success: true, ...(await ordering.canCreate(callerOf(req).userId)) });
  });
  router.post('/create', async (req, res) => {
    const input = parse(createTenantSchema, req.body);
    const { userId } = callerOf(req);
    if (!/\brespond-async\b/.test(req.get('prefer') ?? '')) {
      res.status(201).json(await ordering.create(userId, input));
      return;
    }
    const { provisionId: _, ...ordered } = await ordering.order(userId, input);
    res.status(202).set('Preference-Applied', 'respond-async').json(ordered);
  });
  router.get('/my-tenants', async (req, res) => sendList(res, 'tenants', await tenants.list(callerOf(req).userId)));
  router.get('/deleted-tenants', async (req, res) =>
    sendList(res, 'tenants', await restoreDeleted.listOf(callerOf(req).userId)),
  );
  router.put('/kept-tenants', async (req, res) => {
    await keep(callerOf(req).userId, parse(keepTenantsSchema, req.body).tenantIds);
    res.json({ success: true });
  });
  router.post('/tenant/:id/restore', async (req, res) => {
    res.json({ success: true, status: await restoreDeleted.byOwner(callerOf(req).userId, req.params.id) });
  });
  router.get('/tenant/:id/status', async (req, res) => {
    res.json(await tenants.status(callerOf(req).userId, req.params.id));
  });
  router.get('/tenant/:id/stats', async (req, res) => {
    res.json({ success: true, stats: await tenants.stats(callerOf(req).userId, req.params.id) });
  });
  router.post('/tenant/:id/restart', async (req, res) => {
    await tenants.restart(callerOf(req).userId, req.params.id);
    res.json({ success: true });
  });
  router.post('/tenant/:id/reset-password', async (req, res) => {
    res.json({ success: true, credentials: await tenants.resetPassword(callerOf(req).userId, req.params.id) });
  });
  router.post('/tenant/:id/telegram-link', async (req, res) => {
    res.json({ success: true, telegramLink: await tenants.telegramLink(callerOf(req).userId, req.params.id) });
  });
  router.put('/tenant/:id/bot-token', async (req, res) => {
    const { userId } = callerOf(req);
    // checked before the body is read, so that a stranger learns nothing of the tenant, not even what the call expects
    await tenants.expectOwn(userId, req.params.id);
    const { botToken } = parse(replaceBotSchema, req.body);
    const bot = await replaceBot({ actorId: userId, ownerId: userId, tenantId: req.params.id, botToken });
    res.json({ success: true, bot });
  });
  router.delete('/tenant/:id', async (req, res) => {
    await tenants.remove(callerOf(req).userId, req.params.id);
    res.json({ success: true });
  });
  return router;
}
