import type { FreePlan, PublicPlan } from '@ostatok/api/contract/public.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from './api.ts';

export function usePublicPlans() {
  return useQuery({
    queryKey: ['public-plans'],
    queryFn: () => api.get<{ plans: PublicPlan[]; free?: FreePlan | null }>('/public/plans'),
    staleTime: 60_000,
  });
}
