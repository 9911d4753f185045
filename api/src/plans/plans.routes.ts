import { planEndpoints } from '@ostatok/api/contract/plans.endpoints.ts';
import type { AdminPlanSort } from '@ostatok/api/contract/plans.ts';
import { idOf } from '@ostatok/kit/node/http.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { AdminPlans } from './admin-plans.service.ts';

const planIdOf = ({ id }: { id: string }): number => idOf(id, 'Тариф не найден');

export const adminPlansRoutes = (plans: AdminPlans) =>
  endpointsOf(planEndpoints, {
    'GET /api/admin/plans': ({ filter, page }) => plans.list(filter, { ...page, sort: page.sort as AdminPlanSort }),
    'GET /api/admin/plans/:id': async ({ params }) => ({ plan: await plans.get(planIdOf(params)) }),
    'POST /api/admin/plans': async ({ caller, body }) => ({
      plan: await plans.create(caller.userId, body),
      message: 'Тариф создан',
    }),
    'PUT /api/admin/plans/:id': async ({ caller, params, body }) => ({
      plan: await plans.update(caller.userId, planIdOf(params), body),
      message: 'Тариф обновлен',
    }),
    'PUT /api/admin/plans/:id/toggle-public': async ({ caller, params }) => ({
      plan: await plans.togglePublic(caller.userId, planIdOf(params)),
      message: 'Видимость тарифа изменена',
    }),
    async 'PUT /api/admin/plans/:id/archive'({ caller, params }) {
      const plan = await plans.archive(caller.userId, planIdOf(params));
      const activeSubscriptions = plan.active_subscriptions;
      const message = `Тариф в архиве. Действующих подписок: ${activeSubscriptions}${activeSubscriptions > 0 ? ', они продолжатся' : ''}`;
      return { plan, activeSubscriptions, message };
    },
    'PUT /api/admin/plans/:id/restore': async ({ caller, params }) => ({
      plan: await plans.restore(caller.userId, planIdOf(params)),
      message: 'Тариф восстановлен',
    }),
    async 'PUT /api/admin/plans/reorder'({ caller, body }) {
      await plans.reorder(caller.userId, body);
      const all = { sort: 'sort_order', order: 'asc', offset: 0, limit: 1000 } as const;
      const { plans: ordered } = await plans.list({ status: 'all' }, all);
      return { plans: ordered, message: 'Порядок тарифов изменён' };
    },
  });
