import type { CountDetails } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import type { CloseCount, UpdateCount } from '@ostatok/tenant-runtime/contract/counts.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { api, messageOf } from '../../client/api.ts';

/** The actions on a whole count; each response is the count in its new state. */
export function useCountActions(id: number) {
  const queries = useQueryClient();
  const params = { id };
  const common = {
    onSuccess: ({ count }: { count: CountDetails }) => void queries.setQueryData(['count', id], count),
    meta: { invalidates: [['count', id], ['counts']] },
    onError: (error: Error) => void toast.error(messageOf(error)),
  };
  return {
    update: useMutation({
      mutationFn: (changed: UpdateCount) => api.call('PUT /api/counts/:id', { params, body: changed }),
      ...common,
    }),
    done: useMutation({
      mutationFn: ({ areaId, done }: { areaId: number; done: boolean }) =>
        api.call('POST /api/counts/:id/areas/:areaId/done', { params: { id, areaId }, body: { done } }),
      ...common,
    }),
    recount: useMutation({
      mutationFn: (threshold: number) => api.call('POST /api/counts/:id/recount', { params, body: { threshold } }),
      ...common,
    }),
    close: useMutation({
      mutationFn: (how: CloseCount) => api.call('POST /api/counts/:id/close', { params, body: how }),
      ...common,
    }),
    reopen: useMutation({
      mutationFn: (reason: string) => api.call('POST /api/counts/:id/reopen', { params, body: { reason } }),
      ...common,
    }),
    cancel: useMutation({
      mutationFn: (reason: string) => api.call('POST /api/counts/:id/cancel', { params, body: { reason } }),
      ...common,
    }),
  };
}
export type CountActions = ReturnType<typeof useCountActions>;
