import type { Operation, OperationItem } from '@ostatok/api/contract/operations.endpoints.ts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { dataProvider, readPage } from '../data-provider.ts';
import { api } from '../http-client.ts';
import { changed } from '../live/invalidation.ts';

export const usePush = () =>
  useQuery({ queryKey: ['alias-push'], queryFn: ({ signal }) => api.call('GET /api/admin/aliases/push', { signal }) });

/** Resolves as soon as the push has begun; its progress is followed separately. */
export async function startPush(dryRun: boolean): Promise<Operation> {
  const headers = { prefer: 'respond-async' };
  try {
    return (await api.call('POST /api/admin/aliases/push', { body: { dryRun }, headers })).operation;
  } finally {
    changed('operations');
  }
}

export const useOperation = (id: string | undefined) =>
  useQuery<Operation>({
    queryKey: ['operations', 'getOne', id],
    queryFn:
      id === undefined ? skipToken : async () => (await dataProvider.getOne<Operation>('operations', { id })).data,
  });

const SHOWN = 200;

/** The tenants of a push, failed ones first. */
export const usePushItems = (id: string) =>
  useQuery({
    queryKey: ['operations', 'items', id],
    async queryFn({ signal }) {
      const path = `operations/${id}/items`;
      const sort = { field: 'position', order: 'ASC' } as const;
      const [failed, all] = await Promise.all([
        readPage<OperationItem>(path, { sort, filter: { status: 'failed' } }, 0, SHOWN, signal),
        readPage<OperationItem>(path, { sort, filter: {} }, 0, SHOWN, signal),
      ]);
      const rest = all.data.filter(({ status }) => status !== 'failed');
      return { items: [...failed.data, ...rest], total: all.total };
    },
  });

export const isOver = ({ finished_at }: Operation): boolean => finished_at !== null;
