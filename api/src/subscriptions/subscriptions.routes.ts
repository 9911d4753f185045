import { subscriptionEndpoints } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import type { SubscriptionUserSort } from '@ostatok/api/contract/subscriptions.ts';
import { idOf } from '@ostatok/kit/node/http.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { idempotencyKeyOf } from '../access/idempotency-key.routes.ts';
import { messageOf } from './done-before.ts';
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
    async 'POST /api/admin/subscriptions/:userId/extend'({ caller, params, body: { days }, req }) {
      const answer = await subscriptions.extend(caller.userId, userIdOf(params), days, idempotencyKeyOf(req));
      return { ...answer, message: messageOf(answer, `Подписка продлена на ${days} дней`) };
    },
    async 'POST /api/admin/subscriptions/:userId/grant-temporary'({ caller, params, body, req }) {
      const answer = await subscriptions.grant(caller.userId, userIdOf(params), body, idempotencyKeyOf(req));
      return { ...answer, message: messageOf(answer, `Временная подписка начислена на ${body.days} дней`) };
    },
    async 'POST /api/admin/users/:userId/change-plan'({ caller, params, body, req }) {
      const answer = await subscriptions.setPlan(caller.userId, userIdOf(params), body.planId, idempotencyKeyOf(req));
      return { ...answer, message: messageOf(answer, 'Тариф успешно изменен') };
    },
  });
