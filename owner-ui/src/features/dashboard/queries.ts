import type { CanCreate, Tenant } from '@ostatok/api/contract/provision.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';

const POLL_WHILE_CREATING_MS = 2000;

export async function fetchTenants(): Promise<Tenant[]> {
  const { tenants } = await api.get<{ tenants?: Tenant[] }>('/provision/my-tenants');
  if (!tenants) throw new Error('Failed to fetch tenants');
  return tenants;
}

export function useTenants() {
  return useQuery({
    queryKey: ['my-tenants'],
    queryFn: fetchTenants,
    refetchInterval: ({ state }) =>
      state.data?.some((tenant) => tenant.status === 'creating') ? POLL_WHILE_CREATING_MS : false,
    select: (tenants) => tenants.filter((tenant) => tenant.status !== 'deleted'),
  });
}

const limitReached = ({ current, limit }: CanCreate): string =>
  `Достигнут лимит заведений: ${current}/${limit}. Обновите подписку для создания новых заведений.`;

export function useCanCreate(onAllowed: () => void) {
  return useMutation({
    mutationFn: () => api.get<CanCreate>('/provision/can-create'),
    onSuccess: (answer) => (answer.canCreate ? onAllowed() : notify.error(limitReached(answer))),
    onError: (error) => notify.error(messageOf(error, 'Не удалось проверить возможность создания заведения')),
  });
}

interface TenantAction<Answer> {
  call: () => Promise<Answer>;
  done: string | null;
  failed: string;
  onDone?: (answer: Answer) => void;
}

/** One press on a venue: the call, its word of success, its word of failure, and the list anew. */
export function useTenantAction<Answer>({ call, done, failed, onDone }: TenantAction<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess(answer) {
      if (done) notify.success(done);
      onDone?.(answer);
      void queries.invalidateQueries({ queryKey: ['my-tenants'] });
    },
    onError: (error) => notify.error(messageOf(error, failed)),
  });
}
