import type { Operation, OperationKind } from '@ostatok/api/contract/operations.ts';
import { useQuery } from '@tanstack/react-query';
import { readPage } from '../data-provider.ts';
import { api } from '../http-client.ts';
import { queryClient } from '../query-client.ts';
import { useRecord } from '../ui/use-record.ts';

const SHOWN = 5;
const newest = { field: 'created_at', order: 'DESC' } as const;

/** What is under way now; of these kinds, if some are named. */
export const useRunning = (kinds?: OperationKind[]) =>
  useQuery({
    queryKey: ['operations', 'running'],
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(
        ['running', 'queued', 'paused'].map((status) =>
          readPage<Operation>('operations', { sort: newest, filter: { status } }, 0, SHOWN, signal),
        ),
      );
      return pages.flatMap(({ data }) => data);
    },
    select: (operations) => operations.filter(({ kind }) => !kinds || kinds.includes(kind)),
  });

/** Shown at once: it may be over before anybody asks what runs. */
export const noteBegun = (operation: Operation): void =>
  void queryClient.setQueryData<Operation[]>(['operations', 'running'], (running = []) => [
    operation,
    ...running.filter(({ id }) => id !== operation.id),
  ]);

/** The last ones, whatever their state. */
export const readNewest = async (filter: { kind?: OperationKind }, count: number, signal?: AbortSignal) =>
  (await readPage<Operation>('operations', { sort: newest, filter }, 0, count, signal)).data;

/** One, kept current by the server's events. */
export const useOperation = (id: string, begun?: Operation) => useRecord<Operation>('operations', id, begun);

/** Begins a long piece of work, which goes on by itself: the answer comes before its end. */
export const begin = <Answer extends { operation: Operation | null }>(path: string, body?: object): Promise<Answer> =>
  api.post<Answer>(`/api${path}`, body, { headers: { prefer: 'respond-async' } });
