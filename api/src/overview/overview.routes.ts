import { activityFilterSchema, activitySorts, growthSchema } from '@ostatok/api/contract/overview.ts';
import { parse, sendList } from '@ostatok/kit/node/http.ts';
import { listQuery } from '@ostatok/kit/node/list-query.ts';
import { Router } from 'express';
import type { Activity } from './activity.service.ts';
import type { Overview } from './overview.service.ts';

/** Mounted at /api/admin/stats, behind the administrator's guard. */
export function overviewRoutes(overview: Overview): Router {
  const router = Router();
  router.get('/', async (_req, res) => {
    res.json({ success: true, stats: await overview.stats() });
  });
  router.get('/growth', async (req, res) => {
    const { months } = parse(growthSchema, req.query);
    res.json({ success: true, months: await overview.growth(months) });
  });
  return router;
}

/** Mounted at /api/admin/activity, behind the administrator's guard. */
export function activityRoutes(activity: Activity): Router {
  const router = Router();
  router.get('/', async (req, res) => {
    const query = listQuery(req.query, { sorts: activitySorts, sort: 'id', order: 'desc' });
    const found = await activity.list(parse(activityFilterSchema, query.filter), query);
    sendList(res, 'activity', found.activity, { total: found.total, offset: query.offset, limit: query.limit });
  });
  return router;
}
