import { useQuery } from '@tanstack/react-query';
import { api } from './api.ts';

export function usePublicPlans() {
  return useQuery({
    queryKey: ['public-plans'],
    queryFn: () => api.call('GET /api/public/plans'),
    staleTime: 60_000,
  });
}
