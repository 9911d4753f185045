import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from './api.ts';
import { useStock } from './workspace.ts';

/** How long to wait for more changes before reading a report anew. */
const SETTLE_MS = 600;

/** A report of the stock, read anew when the stock has changed. `path` is after `/reports/`. */
export function useReport<T>(path: string) {
  const queries = useQueryClient();
  const { items } = useStock();
  // biome-ignore lint/correctness/useExhaustiveDependencies: any change of the stock makes the report old
  useEffect(() => {
    const timer = setTimeout(() => void queries.invalidateQueries({ queryKey: ['report'] }), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [items, queries]);
  return useQuery({
    queryKey: ['report', path],
    queryFn: ({ signal }) => api.get<T>(`/reports/${path}`, { signal }),
    placeholderData: keepPreviousData,
  });
}
