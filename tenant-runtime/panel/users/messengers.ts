import type { Messenger } from '@ostatok/tenant-runtime/contract/messengers.ts';
import type { ChatLink, ChatState } from '@ostatok/tenant-runtime/contract/telegram-links.endpoints.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { api, messageOf } from '../client/api.ts';

interface Calls {
  state: (signal: AbortSignal) => Promise<ChatState>;
  make: () => Promise<{ link: ChatLink }>;
  unlink: () => Promise<unknown>;
}

/** Calls for the user's own link. */
const ownCalls: Record<Messenger, Calls> = {
  telegram: {
    state: async (signal) => (await api.call('GET /api/auth/telegram', { signal })).telegram,
    make: () => api.call('POST /api/auth/telegram'),
    unlink: () => api.call('DELETE /api/auth/telegram'),
  },
  max: {
    state: async (signal) => (await api.call('GET /api/auth/max', { signal })).max,
    make: () => api.call('POST /api/auth/max'),
    unlink: () => api.call('DELETE /api/auth/max'),
  },
};

/** Calls for another user's link, which an administrator makes. */
const callsFor: Record<Messenger, (params: { id: number }) => Calls> = {
  telegram: (params) => ({
    state: async (signal) => (await api.call('GET /api/users/:id/telegram', { params, signal })).telegram,
    make: () => api.call('POST /api/users/:id/telegram', { params }),
    unlink: () => api.call('DELETE /api/users/:id/telegram', { params }),
  }),
  max: (params) => ({
    state: async (signal) => (await api.call('GET /api/users/:id/max', { params, signal })).max,
    make: () => api.call('POST /api/users/:id/max', { params }),
    unlink: () => api.call('DELETE /api/users/:id/max', { params }),
  }),
};

const callsOf = (messenger: Messenger, userId: number | undefined): Calls =>
  userId === undefined ? ownCalls[messenger] : callsFor[messenger]({ id: userId });

export const useMessenger = (messenger: Messenger, userId?: number) =>
  useQuery({
    queryKey: [messenger, userId ?? 'own'],
    queryFn: ({ signal }) => callsOf(messenger, userId).state(signal),
  });

export function useMessengerActions(messenger: Messenger, userId?: number) {
  const calls = callsOf(messenger, userId);
  const onError = (error: Error): void => void toast.error(messageOf(error));
  return {
    link: useMutation({
      mutationFn: async () => (await calls.make()).link,
      onError,
    }),
    unlink: useMutation({
      mutationFn: calls.unlink,
      onError,
      meta: { invalidates: [[messenger], ['users']] },
    }),
  };
}
