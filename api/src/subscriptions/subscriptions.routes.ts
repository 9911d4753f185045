import { subscriptionEndpoints } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import type { SubscriptionUserSort } from '@ostatok/api/contract/subscriptions.ts';
import { idOf } from '@ostatok/kit/node/http.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { idempotencyKeyOf } from '../access/idempotency-key.routes.ts';
import type { Subscriptions } from './subscriptions.service.ts';

const userIdOf = ({ userId }: { userId: string }): number => idOf(userId, 'Пользователь не найден');

export const subscriptionsRoutes = (subscriptions: Subscriptions) =>
  endpointsOf(subscriptionEndpoints, {
    'GET /api/admin/subscriptions/stats': async () => ({ stats: await subscriptions.stats() }),
    'GET /api/admin/subscriptions/users': ({ filter, page }) =>
      subscriptions.list(filter, { ...page, sort: page.sort as SubscriptionUserSort }),
    'GET /api/admin/subscriptions/:userId': async ({ params }) => ({
      user: await subscriptions.get(userIdOf(params)),
    }),
    'GET /api/admin/subscriptions/:userId/history': async ({ params }) => ({
      history: await subscriptions.history(userIdOf(params)),
    }),
    'POST /api/admin/subscriptions/:userId/extend': async ({ caller, params, body: { days }, req }) => ({
      user: await subscriptions.extend(caller.userId, userIdOf(params), days, idempotencyKeyOf(req)),
      message: `Подписка продлена на ${days} дней`,
    }),
    'POST /api/admin/subscriptions/:userId/grant-temporary': async ({ caller, params, body, req }) => ({
      user: await subscriptions.grant(caller.userId, userIdOf(params), body, idempotencyKeyOf(req)),
      message: `Временная подписка начислена на ${body.days} дней`,
    }),
    'POST /api/admin/users/:userId/change-plan': async ({ caller, params, body, req }) => ({
      user: await subscriptions.setPlan(caller.userId, userIdOf(params), body.planId, idempotencyKeyOf(req)),
      message: 'Тариф успешно изменен',
    }),
  });
