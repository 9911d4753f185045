import type { VenueMax } from '@ostatok/api/contract/max.endpoints.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, hasFieldErrors, messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';

const keyOf = (id: string) => ['tenant-max', id];

/** The tenant's bot in MAX, and whether there is one to share. */
export function useMax(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: async () => (await api.call('GET /api/provision/tenant/:id/max', { params: { id } })).max,
  });
}

interface Change<Input> {
  call: (input: Input) => Promise<{ max: VenueMax }>;
  done: string;
  failed: string;
}

/** One change of the tenant's bot in MAX; a refusal of a field is left to the form. */
function useMaxChange<Input>(id: string, { call, done, failed }: Change<Input>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess({ max }) {
      client.setQueryData(keyOf(id), max);
      notify.success(done);
    },
    meta: { invalidates: [['my-tenants']] },
    onError: (error) => hasFieldErrors(error) || notify.error(messageOf(error, failed)),
  });
}

/** Connects a bot: one of the owner's by its token, or the shared one. */
export const useConnectMax = (id: string) =>
  useMaxChange(id, {
    call: (body: { botToken: string } | { shared: true }) =>
      api.call('PUT /api/provision/tenant/:id/max', { params: { id }, body }),
    done: 'Бот в MAX подключён',
    failed: 'Не удалось подключить MAX',
  });

export const useDisconnectMax = (id: string) =>
  useMaxChange(id, {
    call: () => api.call('DELETE /api/provision/tenant/:id/max', { params: { id } }),
    done: 'MAX отключён',
    failed: 'Не удалось отключить MAX',
  });

/** Makes the link that connects the administrator's chat, in place of the one before. */
export function useMaxLink(id: string) {
  return useMutation({
    mutationFn: async () => (await api.call('POST /api/provision/tenant/:id/max-link', { params: { id } })).link,
    onError: (error) => notify.error(messageOf(error, 'Не удалось получить ссылку')),
  });
}
