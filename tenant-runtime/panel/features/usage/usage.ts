import type { UsageQuery } from '@ostatok/tenant-runtime/contract/usage.ts';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { api } from '../../client/api.ts';
import { useReport } from '../../reports/use-report.ts';

export const useUsageCounts = () =>
  useQuery({
    queryKey: ['usage-counts'],
    queryFn: async ({ signal }) => (await api.call('GET /api/usage/counts', { signal })).counts,
  });

export const useUsage = (query: UsageQuery) =>
  useReport(['usage', query], (signal) => api.call('GET /api/usage', { query, signal }));

export const useTrend = () => useReport(['usage', 'trend'], (signal) => api.call('GET /api/usage/trend', { signal }));

export const useLedger = (id: number, query: UsageQuery) =>
  useReport(['usage', id, query], (signal) => api.call('GET /api/usage/:id', { params: { id }, query, signal }));

/** Writes the period as it stands in an address. */
export const searchOf = (query: UsageQuery): string =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString();

const positive = (text: string | null): number | undefined => {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : undefined;
};

/** Keeps the period in the page's address, so that a report can be shared by link. */
export function usePeriodInAddress() {
  const [address, setAddress] = useSearchParams();
  const given = (name: string) => address.get(name) ?? undefined;
  const days = { sold_from: given('sold_from'), sold_to: given('sold_to') };
  return {
    from: positive(address.get('from')),
    to: positive(address.get('to')),
    days,
    search: address.toString(),
    choose: (chosen: Partial<UsageQuery>): void =>
      setAddress(
        (current) => {
          const next = new URLSearchParams(current);
          for (const [name, value] of Object.entries(chosen)) {
            if (value === undefined) next.delete(name);
            else next.set(name, String(value));
          }
          return next;
        },
        { replace: true },
      ),
  };
}
