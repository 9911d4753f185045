import type { TelegramLink, TelegramState } from '@ostatok/tenant-runtime/contract/telegram-links.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { api, messageOf } from '../client/api.ts';

/** The path for the user's own link or, for an administrator, another user's. */
const pathOf = (userId: number | undefined): string =>
  userId === undefined ? '/auth/telegram' : `/users/${userId}/telegram`;

export const useTelegram = (userId?: number) =>
  useQuery({
    queryKey: ['telegram', userId ?? 'own'],
    queryFn: async ({ signal }) => (await api.get<{ telegram: TelegramState }>(pathOf(userId), { signal })).telegram,
  });

export function useTelegramActions(userId?: number) {
  const queries = useQueryClient();
  const onError = (error: Error): void => void toast.error(messageOf(error));
  return {
    link: useMutation({
      mutationFn: async () => (await api.post<{ link: TelegramLink }>(pathOf(userId))).link,
      onError,
    }),
    unlink: useMutation({
      mutationFn: () => api.delete(pathOf(userId)),
      onError,
      onSettled: () => Promise.all(['telegram', 'users'].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
    }),
  };
}
