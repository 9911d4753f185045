import type { PublicConfig } from '@ostatok/api/contract/public.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from './api.ts';

export function usePublicConfig(): PublicConfig | undefined {
  const query = useQuery({
    queryKey: ['public-config'],
    queryFn: () => api.get<PublicConfig>('/public/config'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return query.data;
}
