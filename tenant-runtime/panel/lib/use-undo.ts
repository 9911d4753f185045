import type { ShownChange } from '@ostatok/tenant-runtime/contract/changes.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { api, messageOf } from './api.ts';

/** Writes the reverse change, once; the list and the row follow by the socket. */
export function useUndo() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: ShownChange) => api.post(`/changes/${change.id}/undo`),
    onSuccess: (_answer, change) => toast.success(`Отменено: ${change.item.name}`),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['changes'] }),
  });
}
