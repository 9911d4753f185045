import { Button } from '@mantine/core';
import type { Change, Source } from '@ostatok/tenant-runtime/contract/changes.ts';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../lib/api.ts';
import { useStock } from '../../lib/workspace.ts';
import { ExportButton } from '../../ui/ExportButton.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { ChangeList } from './ChangeList.tsx';
import { ChangesFilter } from './ChangesFilter.tsx';
import { boundsOf, type Period } from './period.ts';

export interface LogFilter {
  item: number | null;
  user: number | null;
  source: Source | null;
  period: Period;
  from: string;
  to: string;
}

const everything: LogFilter = { item: null, user: null, source: null, period: 'all', from: '', to: '' };
const PAGE = 100;

interface ChangesPageAnswer {
  changes: Change[];
  pagination: { total: number; page: number; pages: number };
}

function queryOf({ item, user, source, period, from, to }: LogFilter, page: number): string {
  const query = new URLSearchParams({ page: String(page), limit: String(PAGE) });
  const bounds = boundsOf(period, new Date(), { from, to });
  for (const [name, value] of Object.entries({ item, user, source, ...bounds })) {
    if (value !== null && value !== undefined) query.set(name, String(value));
  }
  return `/changes?${query}`;
}

function useChanges(filter: LogFilter) {
  return useInfiniteQuery({
    queryKey: ['changes', filter],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => api.get<ChangesPageAnswer>(queryOf(filter, pageParam), { signal }),
    getNextPageParam: ({ pagination: { page, pages } }) => (page < pages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  });
}

/** The log as the venue lives: whatever the socket brings is read anew. */
function useFollow(): void {
  const queries = useQueryClient();
  const newest = useStock().feed[0]?.id;
  useEffect(() => {
    if (newest) void queries.invalidateQueries({ queryKey: ['changes'] });
  }, [newest, queries]);
}

/** New changes push older ones onto the next page: each is shown once. */
const unique = (changes: Change[]): Change[] => [...new Map(changes.map((change) => [change.id, change])).values()];

export function ChangesPage() {
  const [filter, setFilter] = useState(everything);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useChanges(filter);
  useFollow();
  const changes = unique(data?.pages.flatMap((page) => page.changes) ?? []);
  const filtered = JSON.stringify(filter) !== JSON.stringify(everything);

  function content() {
    if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
    if (!data) return <ListSkeleton />;
    if (changes.length > 0) return <ChangeList changes={changes} />;
    if (!filtered) return <Notice title="Изменений пока нет" text="Запишите расход или приход на странице «Остатки»" />;
    return (
      <Notice title="Таких изменений нет" text="Выберите другой период или снимите фильтры" fill={0.1}>
        <Button variant="default" onClick={() => setFilter(everything)}>
          Снять фильтры
        </Button>
      </Notice>
    );
  }

  return (
    <Page title="Журнал" actions={<ExportButton report="changes" />}>
      <ChangesFilter filter={filter} onFilter={(next) => setFilter((before) => ({ ...before, ...next }))} />
      {content()}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Показать ещё
        </Button>
      )}
    </Page>
  );
}
