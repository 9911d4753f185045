import { quoted } from '@ostatok/kit/web/format.ts';
import type { ShownChange, UndoneChange } from '@ostatok/tenant-runtime/contract/changes.endpoints.ts';
import { countedSinceText } from '@ostatok/tenant-runtime/contract/counted-since.ts';
import { amountText } from '@ostatok/tenant-runtime/contract/plausibility.ts';
import { useMutation } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { api, messageOf } from '../client/api.ts';

const LONG_MS = 12_000;

/** A count has brought the stock to what was on the shelf; what is taken back from before it moves that. */
function toastUndone(name: string, { item, counted_since }: UndoneChange): void {
  if (counted_since === null) return void toast.success(`Отменено: ${name}`);
  const now = item && item.quantity !== null ? amountText(item.quantity, item.unit) : undefined;
  const note = countedSinceText({ item: quoted(name), count: quoted(counted_since), now });
  toast.success(`Отменено. ${note}`, { duration: LONG_MS });
}

/** Writes the reverse change once; the list and the row are updated by the socket. */
export function useUndo() {
  return useMutation({
    mutationFn: (change: ShownChange) =>
      api.call('POST /api/changes/:id/undo', { params: { id: change.id }, body: {} }),
    onSuccess: (undone, change) => toastUndone(change.item.name, undone),
    onError: (error) => toast.error(messageOf(error)),
    meta: { invalidates: [['changes']] },
  });
}
