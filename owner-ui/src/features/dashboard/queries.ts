import type { CanCreate, DeletedTenant } from '@ostatok/api/contract/provision.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';

const limitReached = ({ current, limit }: CanCreate): string =>
  `Достигнут лимит заведений: ${current}/${limit}. Обновите подписку для создания новых заведений.`;

export function useCanCreate(onAllowed: () => void) {
  return useMutation({
    mutationFn: () => api.get<CanCreate>('/provision/can-create'),
    onSuccess: (answer) => (answer.canCreate ? onAllowed() : notify.error(limitReached(answer))),
    onError: (error) => notify.error(messageOf(error, 'Не удалось проверить возможность создания заведения')),
  });
}

/** Nothing to show where they do not come: the list says already that something is wrong. */
export function useDeletedTenants() {
  return useQuery({
    queryKey: ['deleted-tenants'],
    queryFn: async () => (await api.get<{ tenants?: DeletedTenant[] }>('/provision/deleted-tenants')).tenants ?? [],
  });
}

const touched = ['my-tenants', 'deleted-tenants'];

/** What it is refused for stands in the answer. */
export function useRestore(id: string, done: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.post(`/provision/tenant/${id}/restore`),
    onSuccess() {
      notify.success(done);
      for (const key of touched) void queries.invalidateQueries({ queryKey: [key] });
    },
  });
}

export function useKeep(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (tenantIds: string[]) => api.put('/provision/kept-tenants', { tenantIds }),
    onSuccess() {
      notify.success('Сохранено');
      void queries.invalidateQueries({ queryKey: ['my-tenants'] });
      onDone();
    },
    onError: (error) => notify.error(messageOf(error, 'Не удалось сохранить выбор')),
  });
}

interface TenantAction<Answer> {
  call: () => Promise<Answer>;
  done: string | null;
  failed: string;
}

/** One press on a venue: the call, its word of success, its word of failure, and the list anew. */
export function useTenantAction<Answer>({ call, done, failed }: TenantAction<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess() {
      if (done) notify.success(done);
      for (const key of touched) void queries.invalidateQueries({ queryKey: [key] });
    },
    onError: (error) => notify.error(messageOf(error, failed)),
  });
}
