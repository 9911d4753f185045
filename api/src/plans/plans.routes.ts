import {
  type AdminPlanSort,
  adminPlanFilterSchema,
  adminPlanSorts,
  planChangesSchema,
  planSchema,
  reorderPlansSchema,
} from '@ostatok/api/contract/plans.ts';
import { idOf, parse, sendList } from '@ostatok/kit/node/http.ts';
import { listQuery } from '@ostatok/kit/node/list-query.ts';
import { type Request, Router } from 'express';
import { callerOf } from '../auth/guard.routes.ts';
import type { AdminPlans } from './admin-plans.service.ts';

const planOf = (req: Request): number => idOf(req.params.id, 'Тариф не найден');

/** Plans are few, so one page holds them all. */
const PAGE = 1000;

/** Mounted at /api/admin/plans, behind the administrator's guard. */
export function adminPlansRoutes(plans: AdminPlans): Router {
  const router = Router();

  router.get('/', async (req, res) => {
    const query = listQuery(req.query, { sorts: adminPlanSorts, sort: 'sort_order', limit: PAGE });
    const page = { ...query, sort: query.sort as AdminPlanSort };
    const found = await plans.list(parse(adminPlanFilterSchema, query.filter), page);
    sendList(res, 'plans', found.plans, { total: found.total, offset: query.offset, limit: query.limit });
  });

  router.post('/', async (req, res) => {
    const plan = await plans.create(callerOf(req).userId, parse(planSchema, req.body));
    res.status(201).json({ success: true, plan, message: 'Тариф создан' });
  });

  router.put('/reorder', async (req, res) => {
    await plans.reorder(callerOf(req).userId, parse(reorderPlansSchema, req.body));
    const all = { sort: 'sort_order', order: 'asc', offset: 0, limit: PAGE } as const;
    const { plans: ordered } = await plans.list({ status: 'all' }, all);
    res.json({ success: true, plans: ordered, message: 'Порядок тарифов изменён' });
  });

  router.get('/:id', async (req, res) => {
    res.json({ success: true, plan: await plans.get(planOf(req)) });
  });

  router.put('/:id', async (req, res) => {
    const plan = await plans.update(callerOf(req).userId, planOf(req), parse(planChangesSchema, req.body));
    res.json({ success: true, plan, message: 'Тариф обновлен' });
  });

  router.put('/:id/toggle-public', async (req, res) => {
    const plan = await plans.togglePublic(callerOf(req).userId, planOf(req));
    res.json({ success: true, plan, message: 'Видимость тарифа изменена' });
  });

  router.put('/:id/archive', async (req, res) => {
    const plan = await plans.archive(callerOf(req).userId, planOf(req));
    const activeSubscriptions = plan.active_subscriptions;
    const message = `Тариф в архиве. Действующих подписок: ${activeSubscriptions}${activeSubscriptions > 0 ? ', они продолжатся' : ''}`;
    res.json({ success: true, plan, activeSubscriptions, message });
  });

  router.put('/:id/restore', async (req, res) => {
    const plan = await plans.restore(callerOf(req).userId, planOf(req));
    res.json({ success: true, plan, message: 'Тариф восстановлен' });
  });

  return router;
}
