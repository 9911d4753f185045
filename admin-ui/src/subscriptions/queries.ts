import type { AdminPlan } from '@ostatok/api/contract/plans.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../http-client.ts';
import { takeAll } from '../list/use-rows.ts';

/** All plans in order, including archived ones. */
export const usePlans = () =>
  useQuery({
    queryKey: ['plans', 'all'],
    queryFn: async () => {
      const sort = { field: 'sort_order', order: 'ASC' } as const;
      return (await takeAll<AdminPlan>('plans', { sort, filter: { include_archived: true } })).rows;
    },
  });

/** The plans that can be given to a user of the plan `current`: neither archived nor the same. */
export const choosable = (plans: AdminPlan[], current: number | null): AdminPlan[] =>
  plans.filter(({ id, is_archived }) => !is_archived && id !== current);

export const useSubscriptionStats = () =>
  useQuery({
    queryKey: ['subscription-stats'],
    queryFn: async () => (await api.call('GET /api/admin/subscriptions/stats')).stats,
  });

export const useHistory = (userId: number) =>
  useQuery({
    queryKey: ['subscription-history', userId],
    queryFn: async () =>
      (await api.call('GET /api/admin/subscriptions/:userId/history', { params: { userId } })).history,
  });
