import type { TestResult, TestSuite } from '@ostatok/api/contract/diagnostics.endpoints.ts';
import type { Operation, OperationItem } from '@ostatok/api/contract/operations.endpoints.ts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { readPage } from '../data-provider.ts';
import { api } from '../http-client.ts';
import { readNewest } from '../operations/queries.ts';
import type { ShownStatus } from './texts.ts';

/** The number of last runs to read: enough even if every suite has since been run alone. */
const LOOKED_AT = 12;
const MOST_ITEMS = 1000;

export interface ShownTest {
  name: string;
  description: string;
  purpose: string;
  status: ShownStatus;
  /** The result of the last run, once there is one. */
  result: TestResult | undefined;
  /** Why there is no result. */
  message: string | null;
}
export interface ShownSuite {
  name: string;
  title: string;
  isRunning: boolean;
  tests: ShownTest[];
}

const suiteOf = ({ key }: OperationItem): string => key.split('/')[0] ?? '';

function statusOf(item: OperationItem | undefined): ShownStatus {
  if (!item) return 'unknown';
  if (item.result) return (item.result as TestResult).status;
  if (item.status === 'waiting' || item.status === 'running' || item.status === 'failed') return item.status;
  return 'unknown';
}

function shownOf(suite: TestSuite, run: Run | undefined): ShownSuite {
  const isRunning = run !== undefined && run.operation.finished_at === null;
  const tests = suite.tests.map((test, index): ShownTest => {
    const item = run?.items.find(({ key }) => key === `${suite.name}/${index + 1}`);
    const result = (item?.result ?? undefined) as TestResult | undefined;
    return { ...test, status: statusOf(item), result, message: item?.message ?? null };
  });
  return { name: suite.name, title: suite.title, isRunning, tests };
}

interface Run {
  operation: Operation;
  items: OperationItem[];
}

/** The last runs with their checks, newest first; the server keeps them, so that they outlive this page. */
function useRuns(): Run[] {
  const { data: operations = [] } = useQuery({
    queryKey: ['operations', 'diagnostics'],
    queryFn: ({ signal }) => readNewest({ kind: 'diagnostics' }, LOOKED_AT, signal),
  });
  return useQueries({
    queries: operations.map(({ id, finished_at }) => ({
      // A finished operation no longer changes.
      queryKey: finished_at ? ['finished-items', id] : ['operation-items', 'all', id],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const query = { sort: { field: 'position', order: 'ASC' }, filter: { of: id } } as const;
        return (await readPage<OperationItem>('operation-items', query, 0, MOST_ITEMS, signal)).data;
      },
      staleTime: finished_at ? Number.POSITIVE_INFINITY : 0,
    })),
    combine: (answers) => operations.map((operation, index) => ({ operation, items: answers[index]?.data ?? [] })),
  });
}

export const suitesQuery = {
  queryKey: ['diagnostics', 'suites'],
  queryFn: async () => (await api.call('GET /api/test/suites')).suites,
  staleTime: Number.POSITIVE_INFINITY,
};

/** Every suite with the results of its last or present run. */
export function useSuites() {
  const suites = useQuery(suitesQuery);
  const runs = useRuns();
  const shown = suites.data?.map((suite) =>
    shownOf(
      suite,
      runs.find(({ items }) => items.some((item) => suiteOf(item) === suite.name)),
    ),
  );
  return {
    suites: shown,
    error: suites.error,
    refetch: suites.refetch,
    isRunning: shown?.some((one) => one.isRunning) ?? false,
  };
}
