import type { CloseCount, CountDetails, UpdateCount } from '@ostatok/tenant-runtime/contract/counts.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { api, messageOf } from '../../client/api.ts';

/** The actions on a whole count; each response is the count in its new state. */
export function useCountActions(id: number) {
  const queries = useQueryClient();
  const path = `/counts/${id}`;
  const common = {
    onSuccess: ({ count }: { count: CountDetails }) => {
      queries.setQueryData(['count', id], count);
      void queries.invalidateQueries({ queryKey: ['count', id] });
      void queries.invalidateQueries({ queryKey: ['counts'] });
    },
    onError: (error: Error) => void toast.error(messageOf(error)),
  };
  type Answer = { count: CountDetails };
  return {
    update: useMutation({ mutationFn: (changed: UpdateCount) => api.put<Answer>(path, changed), ...common }),
    done: useMutation({
      mutationFn: ({ areaId, done }: { areaId: number; done: boolean }) =>
        api.post<Answer>(`${path}/areas/${areaId}/done`, { done }),
      ...common,
    }),
    recount: useMutation({
      mutationFn: (threshold: number) => api.post<Answer & { lines: number }>(`${path}/recount`, { threshold }),
      ...common,
    }),
    close: useMutation({ mutationFn: (how: CloseCount) => api.post<Answer>(`${path}/close`, how), ...common }),
    reopen: useMutation({ mutationFn: (reason: string) => api.post<Answer>(`${path}/reopen`, { reason }), ...common }),
    cancel: useMutation({ mutationFn: (reason: string) => api.post<Answer>(`${path}/cancel`, { reason }), ...common }),
  };
}
export type CountActions = ReturnType<typeof useCountActions>;
