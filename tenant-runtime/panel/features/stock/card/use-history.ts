import type { ShownChange } from '@ostatok/tenant-runtime/contract/changes.endpoints.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../client/api.ts';
import { useStock } from '../../../workspace/workspace.ts';

/** More changes would neither improve the chart nor be read in the list. */
export const MOST_CHANGES = 1000;
const DAY_MS = 86_400_000;

export const ranges = ['7', '30', '90'] as const;
export type Range = (typeof ranges)[number];

export interface History {
  /** Newest first. */
  changes: ShownChange[];
  total: number;
  /** The start of the range, ms. */
  from: number;
}

/** An item's changes of the last days, read again after each change of the item. */
export function useHistory(itemId: number, range: Range) {
  const newest = useStock().lastChanges.get(itemId);
  return useQuery({
    queryKey: ['changes', 'history', itemId, range, newest?.id, newest?.undone],
    async queryFn({ signal }): Promise<History> {
      const from = Date.now() - Number(range) * DAY_MS;
      const query = { item: itemId, from: new Date(from).toISOString(), limit: MOST_CHANGES };
      const { changes, pagination } = await api.call('GET /api/changes', { query, signal });
      return { changes, total: pagination.total, from };
    },
    placeholderData: (before, query) => (query?.queryKey[2] === itemId ? keepPreviousData(before) : undefined),
  });
}
