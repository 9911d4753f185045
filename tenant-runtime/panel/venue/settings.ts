import type { UpdateSettings } from '@ostatok/tenant-runtime/contract/settings.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { api, messageOf } from '../client/api.ts';

/** No event announces that a scale bridge connects or disconnects, so the page polls. */
const LOOK_AGAIN_MS = 5_000;

export const useSettings = () =>
  useQuery({
    queryKey: ['settings'],
    queryFn: async ({ signal }) => (await api.call('GET /api/settings', { signal })).settings,
  });

export function useSaveSettings() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (changed: UpdateSettings) => api.call('PUT /api/settings', { body: changed }),
    onSuccess: ({ settings }) => queries.setQueryData(['settings'], settings),
    onError: (error) => toast.error(messageOf(error)),
  });
}

const LOOK_MS = 30_000;

export const useBotState = () =>
  useQuery({
    queryKey: ['bot'],
    queryFn: async ({ signal }) => (await api.call('GET /api/bot', { signal })).bot,
    // while a messenger is away, this tells when it is back
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'unreachable' || data?.max?.state === 'unreachable' ? LOOK_MS : false,
  });

export const useNewcomers = () =>
  useQuery({
    queryKey: ['newcomers'],
    queryFn: async ({ signal }) => (await api.call('GET /api/newcomers', { signal })).newcomers,
  });

export const useBridges = () =>
  useQuery({
    queryKey: ['bridges'],
    queryFn: async ({ signal }) => (await api.call('GET /api/bridges', { signal })).bridges,
    refetchInterval: LOOK_AGAIN_MS,
  });

export const useScales = () =>
  useQuery({
    queryKey: ['scales'],
    queryFn: ({ signal }) => api.call('GET /api/scales', { signal }),
    refetchInterval: LOOK_AGAIN_MS,
  });
