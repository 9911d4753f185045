import type { ListBeyond } from '@ostatok/kit/contract/endpoint.ts';
import { useQueries } from '@tanstack/react-query';
import { useRef } from 'react';
import { type ListedPage, type ListQuery, readPage } from '../data-provider.ts';
import { queryClient } from '../query-client.ts';
import { pageSizeOf } from '../resources.ts';
import type { RowId } from './types.ts';

/** The most rows whose height every browser can scroll; more require a search. */
export const MOST_ROWS = 400_000;
/** Rows per call when all are read, and the most rows read so. */
const WHOLE_PAGE = 1000;
const MOST_TAKEN = 50_000;

const pageQuery = <Row>(resource: string, query: ListQuery, page: number) => ({
  queryKey: [resource, 'getList', query, page] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => readPage<Row>(resource, query, page, pageSizeOf(resource), signal),
});

interface Snapshot<Row> {
  key: string;
  total: number;
  beyond: ListBeyond;
  pages: Map<number, ListedPage<Row>>;
}

/** Loads only the visible rows, page by page; of the rest only the total is known. */
export function useRows<Row extends { id: RowId }>(resource: string, query: ListQuery, first: number, last: number) {
  const size = pageSizeOf(resource);
  const from = Math.max(0, Math.floor(first / size));
  const to = Math.max(from, Math.floor(last / size));
  const wanted = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const results = useQueries({ queries: wanted.map((page) => pageQuery<Row>(resource, query, page)) });

  const key = JSON.stringify(query);
  const pages = new Map<number, ListedPage<Row>>();
  for (const [index, { data }] of results.entries()) if (data) pages.set(wanted[index] ?? 0, data);
  const newest = [...pages.values()].at(-1);

  // While another query is loading, the former rows stay, dimmed.
  const shown = useRef<Snapshot<Row>>(null);
  if (newest) shown.current = { key, total: newest.total, beyond: newest.beyond, pages };
  const snapshot = shown.current;
  const isCurrent = snapshot?.key === key;

  return {
    total: snapshot ? snapshot.total : undefined,
    beyond: snapshot?.beyond ?? {},
    isStale: Boolean(snapshot) && !isCurrent,
    error: results.find(({ error, data }) => error && !data)?.error ?? null,
    retry: () => queryClient.refetchQueries({ queryKey: [resource], type: 'active' }),
    rowAt: (index: number): Row | undefined => snapshot?.pages.get(Math.floor(index / size))?.data[index % size],
    /** The present index of a loaded row. */
    indexOf(id: RowId): number | undefined {
      for (const [page, { data }] of snapshot?.pages ?? []) {
        const at = data.findIndex((row) => row.id === id);
        if (at >= 0) return page * size + at;
      }
      return undefined;
    },
  };
}

/** Reads all rows of the query in order, up to fifty thousand; `onProgress` gets the number read so far. */
export async function takeAll<Row>(
  resource: string,
  query: ListQuery,
  onProgress?: (taken: number, total: number) => void,
): Promise<{ rows: Row[]; total: number }> {
  const rows: Row[] = [];
  let part = { ...query, filter: { ...query.filter, after: undefined as string | undefined } };
  for (let page = 0; ; page += 1) {
    const { data, total, beyond } = await readPage<Row>(resource, part, page, WHOLE_PAGE);
    const { depth = total, next } = beyond;
    rows.push(...data);
    onProgress?.(rows.length, total);
    if (rows.length >= Math.min(total, MOST_TAKEN)) return { rows, total };
    if (data.length === WHOLE_PAGE && (page + 1) * WHOLE_PAGE < depth) continue;
    if (!next) return { rows, total };
    part = { ...query, filter: { ...query.filter, after: next } };
    page = -1;
  }
}

/** The rows between two indexes, both included; rows not loaded yet are requested. */
export async function takeRange<Row>(resource: string, query: ListQuery, a: number, b: number): Promise<Row[]> {
  const [first, last] = [Math.min(a, b), Math.max(a, b)];
  const size = pageSizeOf(resource);
  const wanted = Array.from(
    { length: Math.floor(last / size) - Math.floor(first / size) + 1 },
    (_, index) => Math.floor(first / size) + index,
  );
  const pages = await Promise.all(
    wanted.map((page) => queryClient.ensureQueryData(pageQuery<Row>(resource, query, page))),
  );
  const start = (wanted[0] ?? 0) * size;
  return pages.flatMap(({ data }) => data).slice(first - start, last - start + 1);
}
