import type { PublicConfig } from '@ostatok/api/contract/public.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from './api.ts';

export function usePublicConfig(): PublicConfig | undefined {
  const query = useQuery({
    queryKey: ['public-config'],
    queryFn: () => api.call('GET /api/public/config'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return query.data;
}
