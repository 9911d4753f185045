import type { CountLine } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import { useQueries } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { LINES_PAGE, type LinesView, linesQuery, useAllLines } from '../../counts/counts.ts';
import { byMoney } from './DifferenceList.tsx';

interface LinesAnswer {
  /** null until it has been loaded. */
  lines: Lines | null;
  error: Error | null;
  retry: () => void;
}

interface Lines {
  total: number;
  /** undefined until it has been loaded. */
  at: (index: number) => CountLine | undefined;
}

/**
 * Loads only the visible pages of a count's lines, and only they follow what others count: ten thousand lines cost no
 * more than a screenful. The former rows stay until a new filter's first response arrives.
 */
function usePagedLines(id: number, view: LinesView, from: number, to: number, enabled: boolean): LinesAnswer {
  const shown = useRef<Lines | null>(null);
  const first = Math.floor(from / LINES_PAGE);
  const last = Math.max(first, Math.floor(to / LINES_PAGE));
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const pages = useQueries({ queries: numbers.map((number) => ({ ...linesQuery(id, view, number + 1), enabled })) });
  const answers = new Map(numbers.map((number, index) => [number, pages[index]?.data]));
  const total = pages.find(({ data }) => data)?.data?.pagination.total;
  if (total !== undefined) {
    shown.current = {
      total,
      at: (index) => answers.get(Math.floor(index / LINES_PAGE))?.lines[index % LINES_PAGE],
    };
  }
  return {
    lines: shown.current,
    error: pages.find(({ error }) => error)?.error ?? null,
    retry: () => void Promise.all(pages.map(({ refetch }) => refetch())),
  };
}

/** Loads all lines with a discrepancy, because sorting them by money needs every one. */
function useDearestLines(id: number, view: LinesView, enabled: boolean): LinesAnswer {
  const { data, error, refetch } = useAllLines(id, view, enabled);
  const sorted = useMemo(() => data && [...data].sort(byMoney), [data]);
  return {
    lines: sorted ? { total: sorted.length, at: (index) => sorted[index] } : null,
    error,
    retry: () => void refetch(),
  };
}

/** A count's lines under a filter: in shelf order, or with the largest discrepancy in money first. */
export function useLines(id: number, view: LinesView, { from, to }: { from: number; to: number }, dearest: boolean) {
  const paged = usePagedLines(id, view, from, to, !dearest);
  const whole = useDearestLines(id, view, dearest);
  return dearest ? whole : paged;
}
