import { quoted } from '@ostatok/kit/web/format.ts';
import type { ShownChange, UndoneChange } from '@ostatok/tenant-runtime/contract/changes.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { api, messageOf } from './api.ts';

const LONG_MS = 12_000;

/**
 * Warns when the item was counted after the undone change: the count had set the true stock, and the undo alters it.
 */
function tell(name: string, { counted_since }: UndoneChange): void {
  if (counted_since === null) return void toast.success(`Отменено: ${name}`);
  const count = `${quoted(name)} посчитали позже этой записи (подсчёт ${quoted(counted_since)})`;
  toast.success(`Отменено. ${count}. Проверьте, верен ли остаток`, { duration: LONG_MS });
}

/** Writes the reverse change once; the list and the row are updated by the socket. */
export function useUndo() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: ShownChange) => api.post<UndoneChange>(`/changes/${change.id}/undo`),
    onSuccess: (undone, change) => tell(change.item.name, undone),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['changes'] }),
  });
}
