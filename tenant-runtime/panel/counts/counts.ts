import type { AnswerOf } from '@ostatok/kit/contract/endpoint.ts';
import type { CountEntry, CountEntryResult, CountLine } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import type { CountStatus, LinesFilter } from '@ostatok/tenant-runtime/contract/counts.ts';
import type { VenueEndpoints } from '@ostatok/tenant-runtime/contract/endpoints.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../client/api.ts';
import { useWorkspace } from '../workspace/workspace.ts';

/** Each entry of a quick counter is an event; a screen refreshed this often still looks live. */
const REFRESH_MS = 700;
/** A list of all discrepancies may have ten thousand lines, so it is refreshed rarely. */
const WHOLE_REFRESH_MS = 4_000;

export const LINES_PAGE = 200;
/** The number of newest entries that a count's page loads to show the terms of its totals. */
const RECENT_ENTRIES = 200;

export const useCounts = (status?: CountStatus) =>
  useQuery({
    queryKey: ['counts', status ?? 'all'],
    queryFn: async ({ signal }) =>
      (await api.call('GET /api/counts', { query: { limit: 500, status }, signal })).counts,
  });

/** null loads nothing; `fresh` loads it anew even if it has just been loaded. */
export const useCount = (id: number | null, { fresh = false } = {}) =>
  useQuery({
    queryKey: ['count', id],
    queryFn: async ({ signal }) =>
      (await api.call('GET /api/counts/:id', { params: { id: Number(id) }, signal })).count,
    enabled: id !== null,
    ...(fresh && { refetchOnMount: 'always' as const }),
  });

export interface LinesView extends LinesFilter {
  state?: LinesFilter['state'];
  search?: string | undefined;
}

type LinesPage = AnswerOf<VenueEndpoints['GET /api/counts/:id/lines']>;

function readLines(id: number, { state, search, walk }: LinesView, page: number, limit: number, signal: AbortSignal) {
  const query = { limit, page, state, search: search || undefined, walk };
  return api.call('GET /api/counts/:id/lines', { params: { id }, query, signal });
}

/** Queries one page of a count's lines under a filter. */
export const linesQuery = (id: number, view: LinesView, page: number) => ({
  queryKey: ['count', id, 'lines', view, page],
  queryFn: ({ signal }: { signal: AbortSignal }) => readLines(id, view, page, LINES_PAGE, signal),
});

/** The newest entries of a count, or all entries of one item. */
export const useEntries = (id: number, itemId?: number) =>
  useQuery({
    queryKey: ['count', id, 'entries', itemId ?? 'recent'],
    queryFn: async ({ signal }) => {
      const query = { limit: RECENT_ENTRIES, item: itemId };
      return (await api.call('GET /api/counts/:id/entries', { params: { id }, query, signal })).entries;
    },
  });

/** All lines under a filter, for example all discrepancies. */
export const useAllLines = (id: number, view: LinesView, enabled = true) =>
  useQuery({
    queryKey: ['count', id, 'lines', view, 'all'],
    queryFn: async ({ signal }) => {
      const lines: CountLine[] = [];
      for (let page = 1; ; page += 1) {
        const answer = await readLines(id, view, page, 1000, signal);
        lines.push(...answer.lines);
        if (answer.lines.length === 0 || lines.length >= answer.pagination.total) return lines;
      }
    },
    enabled,
    refetchOnMount: 'always',
  });

const isWhole = ({ queryKey }: { queryKey: readonly unknown[] }): boolean => queryKey.at(-1) === 'all';

/** The response to sent entries carries their lines, which are shown at once without waiting for the lists. */
function showAnswer(queries: QueryClient, countId: number, results: readonly CountEntryResult[]): void {
  const lines = new Map(results.map(({ line }) => line).flatMap((line) => (line ? [[line.item.id, line]] : [])));
  const taken = results.flatMap(({ entry, status }) => (entry && status === 'applied' ? [entry] : []));
  queries.setQueriesData<LinesPage>(
    { queryKey: ['count', countId, 'lines'], predicate: (query) => !isWhole(query) },
    (page) => page && { ...page, lines: page.lines.map((line) => lines.get(line.item.id) ?? line) },
  );
  queries.setQueryData<CountEntry[]>(['count', countId, 'entries', 'recent'], (known) => {
    const ids = new Set(known?.map(({ id }) => id));
    return known && [...taken.filter(({ id }) => !ids.has(id)), ...known];
  });
}

/** Batches the ids of changed counts: the first call is immediate, the others come together after `everyMs`. */
function createGatherer(everyMs: number, emit: (ids: (number | null)[]) => void) {
  const ids = new Set<number | null>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function release(): void {
    timer = undefined;
    if (ids.size === 0) return;
    const gathered = [...ids];
    ids.clear();
    timer = setTimeout(release, everyMs);
    emit(gathered);
  }

  return {
    touch(id: number | null): void {
      ids.add(id);
      if (timer === undefined) release();
    },
    stop: (): void => clearTimeout(timer),
  };
}

const keyOf = (id: number | null) => (id === null ? ['count'] : ['count', id]);

/**
 * Refetches counts that anybody has changed: at once, then at most every `REFRESH_MS`, whole lists every
 * `WHOLE_REFRESH_MS`.
 */
export function useCountsRefresh(): void {
  const queries = useQueryClient();
  const { entries, live } = useWorkspace();
  useEffect(() => {
    const near = createGatherer(REFRESH_MS, (ids) => {
      void queries.invalidateQueries({ queryKey: ['counts'] });
      for (const id of ids) {
        void queries.invalidateQueries({ queryKey: keyOf(id), predicate: (query) => !isWhole(query) });
      }
    });
    const whole = createGatherer(WHOLE_REFRESH_MS, (ids) => {
      for (const id of ids) void queries.invalidateQueries({ queryKey: keyOf(id), predicate: isWhole });
    });
    function touch(id: number | null): void {
      near.touch(id);
      whole.touch(id);
    }
    const unhook = [
      live.onCountsChanged(touch),
      entries.onAnswer((countId, results) => {
        showAnswer(queries, countId, results);
        touch(countId);
      }),
    ];
    return () => {
      for (const leave of unhook) leave();
      near.stop();
      whole.stop();
    };
  }, [entries, live, queries]);
}
