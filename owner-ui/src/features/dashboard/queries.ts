import type { CanCreate } from '@ostatok/api/contract/provisioning.endpoints.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';

const limitReached = ({ current, limit }: CanCreate): string =>
  `Достигнут лимит заведений: ${current}/${limit}. Обновите подписку для создания новых заведений.`;

export function useCanCreate(onAllowed: () => void) {
  return useMutation({
    mutationFn: () => api.call('GET /api/provision/can-create'),
    onSuccess: (answer) => (answer.canCreate ? onAllowed() : notify.error(limitReached(answer))),
    onError: (error) => notify.error(messageOf(error, 'Не удалось проверить возможность создания заведения')),
  });
}

/** An error is not shown, because the list of tenants already shows that something is wrong. */
export function useDeletedTenants() {
  return useQuery({
    queryKey: ['deleted-tenants'],
    queryFn: async () => (await api.call('GET /api/provision/deleted-tenants')).tenants,
  });
}

const meta = { invalidates: [['my-tenants'], ['deleted-tenants']] };

/** A refusal is shown from the response's message. */
export function useRestore(id: string, done: string) {
  return useMutation({
    mutationFn: () => api.call('POST /api/provision/tenant/:id/restore', { params: { id } }),
    onSuccess: () => notify.success(done),
    meta,
  });
}

export function useKeep(onDone: () => void) {
  return useMutation({
    mutationFn: (tenantIds: string[]) => api.call('PUT /api/provision/kept-tenants', { body: { tenantIds } }),
    onSuccess() {
      notify.success('Сохранено');
      onDone();
    },
    meta,
    onError: (error) => notify.error(messageOf(error, 'Не удалось сохранить выбор')),
  });
}

interface TenantAction<Answer> {
  call: () => Promise<Answer>;
  done: string | null;
  failed: string;
}

/** One action on a tenant: the call, its success and error toasts, and a refresh of the lists. */
export function useTenantAction<Answer>({ call, done, failed }: TenantAction<Answer>) {
  return useMutation({
    mutationFn: call,
    onSuccess() {
      if (done) notify.success(done);
    },
    meta,
    onError: (error) => notify.error(messageOf(error, failed)),
  });
}
