import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import type { OperationKind } from '@ostatok/api/contract/operations.ts';
import { useQuery } from '@tanstack/react-query';
import { readPage } from '../data-provider.ts';
import { queryClient } from '../query-client.ts';
import { useRecord } from '../ui/use-record.ts';

const SHOWN = 5;
const newest = { field: 'created_at', order: 'DESC' } as const;

/** The running operations, of all kinds or of the given ones. */
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

/** Adds an operation to the cache at once, because it may end before the running ones are read. */
export const noteBegun = (operation: Operation): void =>
  void queryClient.setQueryData<Operation[]>(['operations', 'running'], (running = []) => [
    operation,
    ...running.filter(({ id }) => id !== operation.id),
  ]);

/** The latest operations in any state. */
export const readNewest = async (filter: { kind?: OperationKind }, count: number, signal?: AbortSignal) =>
  (await readPage<Operation>('operations', { sort: newest, filter }, 0, count, signal)).data;

/** One operation, kept current by the server's events. */
export const useOperation = (id: string, begun?: Operation) => useRecord<Operation>('operations', id, begun);

/** Lets an operation continue on the server: the response comes before its end. */
export const inBackground = { headers: { prefer: 'respond-async' } };
