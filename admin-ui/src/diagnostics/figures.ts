import type { DiskReport, PlatformStats } from '@ostatok/api/contract/diagnostics.ts';
import { useQuery } from '@tanstack/react-query';
import { api, patientApi } from '../http-client.ts';

/** Once it was asked for it stays, until it is asked for again. */
const kept = { staleTime: Number.POSITIVE_INFINITY, retry: false } as const;

export const useStats = (enabled: boolean) =>
  useQuery({
    queryKey: ['diagnostics', 'stats'],
    queryFn: async () => (await api.get<{ stats: PlatformStats }>('/api/test/stats')).stats,
    enabled,
    ...kept,
  });

export const useDisk = (enabled: boolean) =>
  useQuery({
    queryKey: ['diagnostics', 'disk'],
    queryFn: async () => (await patientApi.get<{ disk: DiskReport }>('/api/test/disk-usage?fresh=1')).disk,
    enabled,
    ...kept,
  });
