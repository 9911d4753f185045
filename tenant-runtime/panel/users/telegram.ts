import { useMutation, useQuery } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { api, messageOf } from '../client/api.ts';

/** Calls for the user's own link or, for an administrator, another user's. */
const readState = (id: number | undefined, signal: AbortSignal) =>
  id === undefined
    ? api.call('GET /api/auth/telegram', { signal })
    : api.call('GET /api/users/:id/telegram', { params: { id }, signal });
const makeLink = (id: number | undefined) =>
  id === undefined ? api.call('POST /api/auth/telegram') : api.call('POST /api/users/:id/telegram', { params: { id } });
const unlink = (id: number | undefined) =>
  id === undefined
    ? api.call('DELETE /api/auth/telegram')
    : api.call('DELETE /api/users/:id/telegram', { params: { id } });

export const useTelegram = (userId?: number) =>
  useQuery({
    queryKey: ['telegram', userId ?? 'own'],
    queryFn: async ({ signal }) => (await readState(userId, signal)).telegram,
  });

export function useTelegramActions(userId?: number) {
  const onError = (error: Error): void => void toast.error(messageOf(error));
  return {
    link: useMutation({
      mutationFn: async () => (await makeLink(userId)).link,
      onError,
    }),
    unlink: useMutation({
      mutationFn: () => unlink(userId),
      onError,
      meta: { invalidates: [['telegram'], ['users']] },
    }),
  };
}
