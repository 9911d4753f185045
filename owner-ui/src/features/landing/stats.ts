import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

interface Stats {
  clientCount: number;
  productCount: number;
}

const defaults: Stats = { clientCount: 10, productCount: 100_000 };

export function usePublicStats(): Stats {
  const { data } = useQuery({
    queryKey: ['public-stats'],
    queryFn: async () => (await api.get<{ stats: Stats }>('/public/stats')).stats,
    staleTime: 60_000,
  });
  return data ?? defaults;
}
