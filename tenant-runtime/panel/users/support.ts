import { useMutation, useQuery } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { api, messageOf } from '../client/api.ts';

/** No event announces that a visit's hour is over, so the page polls. */
const LOOK_AGAIN_MS = 30_000;

/** The visits of platform support, newest first; only administrators may read them. */
export const useSupport = () =>
  useQuery({
    queryKey: ['support'],
    queryFn: async ({ signal }) => (await api.call('GET /api/support', { signal })).sessions,
    refetchInterval: LOOK_AGAIN_MS,
  });

export function useEndSupport() {
  return useMutation({
    mutationFn: (id: string) => api.call('POST /api/support/:id/end', { params: { id } }),
    onSuccess: () => toast.success('Вход поддержки закончен'),
    onError: (error) => toast.error(messageOf(error)),
    meta: { invalidates: [['support']] },
  });
}
