import type { DiskReport, PlatformStats } from '@ostatok/api/contract/diagnostics.ts';
import type { SecurityReport } from '@ostatok/api/contract/hardening.ts';
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
    // whoever comes back to it is shown the disk of now
    staleTime: 60_000,
  });

/** It asks the mail server and the public address, so it is not asked at each look. */
export const useSecurity = (enabled: boolean) =>
  useQuery({
    queryKey: ['diagnostics', 'security'],
    queryFn: () => patientApi.get<SecurityReport>('/api/test/security'),
    enabled,
    staleTime: 10 * 60_000,
    retry: false,
  });
