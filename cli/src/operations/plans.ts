import type { AdminPlan } from '@ostatok/api/contract/plans.endpoints.ts';
import type { Api } from '../platform/api-client.ts';
import { resolvePlan } from './resolve.ts';

/** Idempotent, though the platform's own call toggles. */
export async function setPlanVisible(api: Api, which: string, visible: boolean): Promise<AdminPlan> {
  const plan = await resolvePlan(api, which);
  if (plan.is_public === visible) return plan;
  return (await api.call('PUT /api/admin/plans/:id/toggle-public', { params: { id: plan.id } })).plan;
}

/** Returns the plans in their new order; `place` is counted from 1. */
export async function movePlan(api: Api, which: string, place: number): Promise<AdminPlan[]> {
  const plan = await resolvePlan(api, which);
  const { plans } = await api.call('GET /api/admin/plans', { query: { status: 'active', limit: 1000 } });
  const others = plans.filter(({ id }) => id !== plan.id);
  const order = [...others.slice(0, place - 1), plan, ...others.slice(place - 1)];
  const answer = await api.call('PUT /api/admin/plans/reorder', {
    body: { plans: order.map(({ id }, index) => ({ id, sort_order: index + 1 })) },
  });
  return answer.plans.filter(({ is_archived }) => !is_archived);
}
