import { useQuery } from '@tanstack/react-query';
import { api, patientApi } from '../http-client.ts';

/** A loaded result stays until it is requested again. */
const kept = { staleTime: Number.POSITIVE_INFINITY, retry: false } as const;

export const useStats = (enabled: boolean) =>
  useQuery({
    queryKey: ['diagnostics', 'stats'],
    queryFn: async () => (await api.call('GET /api/test/stats')).stats,
    enabled,
    ...kept,
  });

export const useDisk = (enabled: boolean) =>
  useQuery({
    queryKey: ['diagnostics', 'disk'],
    queryFn: async () => (await patientApi.call('GET /api/test/disk-usage', { query: { fresh: 1 } })).disk,
    enabled,
    ...kept,
    // Opening the tab again later reads the disk usage anew.
    staleTime: 60_000,
  });

/** The report contacts the mail server and the public address, so it is cached for ten minutes. */
export const useSecurity = (enabled: boolean) =>
  useQuery({
    queryKey: ['diagnostics', 'security'],
    queryFn: () => patientApi.call('GET /api/test/security'),
    enabled,
    staleTime: 10 * 60_000,
    retry: false,
  });
