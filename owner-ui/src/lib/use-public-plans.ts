import type { PublicPlan } from '@ostatok/api/contract/public.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from './api.ts';

export function usePublicPlans() {
  return useQuery({
    queryKey: ['public-plans'],
    queryFn: async () => (await api.get<{ plans: PublicPlan[] }>('/public/plans')).plans,
    staleTime: 60_000,
  });
}
