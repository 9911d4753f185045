import type { AddFeed, UpdateFeed } from '@ostatok/tenant-runtime/contract/feeds.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { api, messageOf } from '../../client/api.ts';

const onError = (error: Error): void => void toast.error(messageOf(error));
const meta = { invalidates: [['sales']] };

export const useFeeds = () =>
  useQuery({
    queryKey: ['sales', 'feeds'],
    queryFn: async ({ signal }) => (await api.call('GET /api/feeds', { signal })).feeds,
  });

export const useAddFeed = () =>
  useMutation({ mutationFn: (body: AddFeed) => api.call('POST /api/feeds', { body }), meta });

export const useUpdateFeed = (id: number) =>
  useMutation({
    mutationFn: async (body: UpdateFeed) => (await api.call('PUT /api/feeds/:id', { params: { id }, body })).feed,
    meta,
  });

/** Fetches what a feed misses. */
export const useCheckFeed = () =>
  useMutation({
    mutationFn: async (id: number) => (await api.call('POST /api/feeds/:id/check', { params: { id } })).feed,
    meta,
    onError,
  });

export const useRemoveFeed = (id: number) =>
  useMutation({ mutationFn: () => api.call('DELETE /api/feeds/:id', { params: { id } }), meta, onError });

export const useNewSecret = (id: number) =>
  useMutation({ mutationFn: () => api.call('POST /api/feeds/:id/secret', { params: { id } }), meta, onError });
