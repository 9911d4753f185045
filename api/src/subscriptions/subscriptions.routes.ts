import {
  extendSchema,
  grantTemporarySchema,
  type SubscriptionUserSort,
  setPlanSchema,
  subscriptionFilterSchema,
  subscriptionUserSorts,
} from '@ostatok/api/contract/subscriptions.ts';
import { idOf, parse, sendList } from '@ostatok/kit/node/http.ts';
import { listQuery } from '@ostatok/kit/node/list-query.ts';
import { type Request, Router } from 'express';
import { callerOf } from '../auth/guard.routes.ts';
import type { Subscriptions } from './subscriptions.service.ts';

const userOf = (req: Request): number => idOf(req.params.userId, 'Пользователь не найден');

/** Mounted at /api/admin/subscriptions, behind the administrator's guard. */
export function adminSubscriptionsRoutes(subscriptions: Subscriptions): Router {
  const router = Router();

  router.get('/stats', async (_req, res) => sendList(res, 'stats', await subscriptions.stats()));

  router.get('/users', async (req, res) => {
    const query = listQuery(req.query, { sorts: subscriptionUserSorts, sort: 'created_at', order: 'desc' });
    const page = { ...query, sort: query.sort as SubscriptionUserSort };
    const found = await subscriptions.list(parse(subscriptionFilterSchema, query.filter), page);
    sendList(res, 'users', found.users, { total: found.total, offset: query.offset, limit: query.limit });
  });

  router.get('/:userId', async (req, res) => {
    res.json({ success: true, user: await subscriptions.get(userOf(req)) });
  });

  router.get('/:userId/history', async (req, res) => {
    sendList(res, 'history', await subscriptions.history(userOf(req)));
  });

  router.post('/:userId/extend', async (req, res) => {
    const userId = userOf(req);
    const { days } = parse(extendSchema, req.body);
    const user = await subscriptions.extend(callerOf(req).userId, userId, days);
    res.json({ success: true, user, message: `Подписка продлена на ${days} дней` });
  });

  router.post('/:userId/grant-temporary', async (req, res) => {
    const userId = userOf(req);
    const given = parse(grantTemporarySchema, req.body);
    const user = await subscriptions.grant(callerOf(req).userId, userId, given);
    res.json({ success: true, user, message: `Временная подписка начислена на ${given.days} дней` });
  });

  return router;
}

/** Mounted at /api/admin/users, behind the administrator's guard. */
export function changePlanRoutes(subscriptions: Subscriptions): Router {
  const router = Router();
  router.post('/:userId/change-plan', async (req, res) => {
    const userId = userOf(req);
    const { planId } = parse(setPlanSchema, req.body);
    const user = await subscriptions.setPlan(callerOf(req).userId, userId, planId);
    res.json({ success: true, user, message: 'Тариф успешно изменен' });
  });
  return router;
}
