import type { SecurityKind } from '@ostatok/tenant-runtime/contract/security.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../client/api.ts';
import { type DayPeriod, daysOf } from '../reports/day-periods.ts';
import { useVenue } from '../venue/venue.ts';

const PAGE = 20;
const LOOK_AGAIN_MS = 30_000;

export interface SecurityView {
  /** The kind of event; `failure` selects everything that was refused. */
  kind: SecurityKind | 'failure' | '';
  user: string;
  period: DayPeriod;
}

function queryOf({ kind, user, period }: SecurityView, page: number, timezone: string): Record<string, string> {
  const about = kind === 'failure' ? { outcome: kind } : { kind };
  const given = { ...about, user, ...daysOf(period, Date.now(), timezone), page: String(page), limit: String(PAGE) };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
}

/** The tenant's security log, newest first, loaded page by page on demand. */
export function useSecurityLog(view: SecurityView) {
  const { timezone } = useVenue();
  return useInfiniteQuery({
    queryKey: ['security', view],
    queryFn: ({ signal, pageParam }) =>
      api.call('GET /api/security', { query: queryOf(view, pageParam, timezone), signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, pages } }) => (page < pages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
    // Removes duplicates, because new records push older ones onto the next page.
    select: ({ pages }) => ({
      events: [...new Map(pages.flatMap(({ events }) => events).map((event) => [event.id, event])).values()],
    }),
  });
}
