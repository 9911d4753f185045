import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useWorkspace } from '../workspace/workspace.ts';

/** How long to wait for more changes before a report is read again. */
const SETTLE_MS = 600;

/** A report of the stock, read again when the stock has changed; `key` names it and what it is asked. */
export function useReport<T>(key: readonly unknown[], read: (signal: AbortSignal) => Promise<T>) {
  const queries = useQueryClient();
  const { store } = useWorkspace();
  useEffect(() => {
    let { items } = store.snapshot();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = store.subscribe(() => {
      if (items === store.snapshot().items) return;
      ({ items } = store.snapshot());
      clearTimeout(timer);
      timer = setTimeout(() => void queries.invalidateQueries({ queryKey: ['report'] }), SETTLE_MS);
    });
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [store, queries]);
  return useQuery({
    queryKey: ['report', ...key],
    queryFn: ({ signal }) => read(signal),
    placeholderData: keepPreviousData,
    // Nothing invalidates a report while none is open.
    staleTime: 0,
  });
}
