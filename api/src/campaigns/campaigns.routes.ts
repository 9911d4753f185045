import {
  audienceSchema,
  type Campaign,
  campaignFilterSchema,
  campaignSchema,
  campaignSorts,
  recipientFilterSchema,
} from '@ostatok/api/contract/campaigns.ts';
import { InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import { parse, sendList } from '@ostatok/kit/node/http.ts';
import { listQuery } from '@ostatok/kit/node/list-query.ts';
import { type Request, Router } from 'express';
import { callerOf } from '../auth/guard.routes.ts';
import { inBackground } from '../operations/operations.routes.ts';
import type { Campaigns } from './campaigns.service.ts';

/** How long a request waits for a campaign that may soon end. */
const WAIT_MS = 20_000;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const booleans: Record<string, unknown> = { true: true, false: false };

function campaignIdOf({ params }: Request): string {
  const { id } = params;
  if (typeof id !== 'string' || !UUID.test(id)) throw new NotFound('Рассылка не найдена', 'campaign_not_found');
  return id;
}

function keyOf(req: Request): string | undefined {
  const key = req.get('idempotency-key');
  if (key === undefined || /^[\x21-\x7e]{1,200}$/.test(key)) return key;
  throw new InvalidInput('Заголовок Idempotency-Key — до 200 латинских знаков');
}

/** Mounted at /api/admin/marketing, behind the administrator's guard. */
export function marketingRoutes(campaigns: Campaigns): Router {
  const router = Router();

  router.post('/audience', async (req, res) => {
    res.json({ success: true, count: await campaigns.audience(parse(audienceSchema, req.body)) });
  });

  router.post('/send-campaign', async (req, res) => {
    const campaign = await campaigns.send(callerOf(req).userId, parse(campaignSchema, req.body), keyOf(req));
    const async = inBackground(req);
    const present = async ? campaign : await campaigns.waitFor(campaign.id, WAIT_MS);
    res.status(async ? 202 : 200).json(await campaigns.result(present));
  });

  return router;
}

/** Mounted at /api/admin/campaigns, behind the administrator's guard. */
export function campaignsRoutes(campaigns: Campaigns): Router {
  const router = Router();

  router.get('/', async (req, res) => {
    const query = listQuery(req.query, { sorts: campaignSorts, sort: 'created_at', order: 'desc' });
    const { test_mode, ...filter } = query.filter;
    const tests = test_mode === undefined ? {} : { test_mode: booleans[String(test_mode)] ?? test_mode };
    const found = await campaigns.list(query, parse(campaignFilterSchema, { ...filter, ...tests }));
    sendList(res, 'campaigns', found.campaigns, { total: found.total, offset: query.offset, limit: query.limit });
  });

  router.get('/:id', async (req, res) => {
    res.json({ success: true, campaign: await campaigns.get(campaignIdOf(req)) });
  });

  router.get('/:id/recipients', async (req, res) => {
    const query = listQuery(req.query, { sorts: ['id'], sort: 'id' });
    const filter = parse(recipientFilterSchema, query.filter);
    const { recipients, total } = await campaigns.recipients(campaignIdOf(req), query, filter);
    sendList(res, 'recipients', recipients, { total, offset: query.offset, limit: query.limit });
  });

  const actions: Record<string, (actorId: number, id: string) => Promise<Campaign>> = {
    pause: campaigns.pause,
    resume: campaigns.resume,
    cancel: campaigns.cancel,
  };
  for (const [name, act] of Object.entries(actions)) {
    router.post(`/:id/${name}`, async (req, res) => {
      res.json({ success: true, campaign: await act(callerOf(req).userId, campaignIdOf(req)) });
    });
  }

  return router;
}
