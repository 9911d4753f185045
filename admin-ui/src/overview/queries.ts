import type { AdminPayment } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { type ListQuery, readPage } from '../data-provider.ts';
import { api, patientApi } from '../http-client.ts';

export const useStats = () =>
  useQuery({
    queryKey: ['overview', 'stats'],
    queryFn: async () => (await api.call('GET /api/admin/stats')).stats,
  });

export const useGrowth = () =>
  useQuery({
    queryKey: ['overview', 'growth'],
    queryFn: async () => (await api.call('GET /api/admin/stats/growth', { query: { months: 12 } })).months,
    staleTime: 5 * 60_000,
  });

const toSettle: ListQuery = { sort: { field: 'created_at', order: 'DESC' }, filter: { status: 'attention' } };

const LOOK_AGAIN_MS = 30_000;

/** The attention list; it is also polled, because no event announces a full disk. */
export const useAttention = () =>
  useQuery({
    queryKey: ['attention'],
    queryFn: () => patientApi.call('GET /api/admin/attention'),
    refetchInterval: LOOK_AGAIN_MS,
  });

/** The newest payments that billing cannot settle by itself. */
export const usePaymentsToSettle = (most: number) =>
  useQuery({
    queryKey: ['payments', 'attention', most],
    queryFn: () => readPage<AdminPayment>('payments', toSettle, 0, most),
    placeholderData: (before) => before,
  });
