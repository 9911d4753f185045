import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import type { BulkItems } from '@ostatok/tenant-runtime/contract/items.ts';
import toast from 'react-hot-toast';
import { api, messageOf } from '../../client/api.ts';
import { type BulkField, type BulkSet, MOST_REQUESTS, undoOf } from '../../stock/bulk-edit.ts';
import { offerUndo } from '../../ui/offer-undo.tsx';
import { itemsInWords } from '../../ui/words.ts';
import { useWorkspace } from '../../workspace/workspace.ts';

const send = (bulk: BulkItems) => api.call('POST /api/items/bulk', { body: bulk });

/** Edits and deletes many items at once; both throw the server's error. */
export function useBulk() {
  const { store } = useWorkspace();

  /** Updates this screen at once; the socket later brings the same and any other change. */
  function show(ids: readonly number[], change: Partial<ShownItem>): void {
    const { byId } = store.snapshot();
    const items = ids.map((id) => byId.get(id)).filter((item) => item !== undefined);
    store.apply(items.map((item) => ({ ...item, ...change }) as ShownItem));
  }

  /** Undoes the edit, except for items that somebody has changed again since then. */
  async function takeBack(before: readonly ShownItem[], field: BulkField, value: unknown): Promise<void> {
    const { byId } = store.snapshot();
    const untouched = before.filter(({ id }) => byId.get(id)?.[field] === value);
    try {
      for (const request of undoOf(untouched, field)) {
        await send(request);
        show(request.itemIds, request.set as Partial<ShownItem>);
      }
      toast.success(`Прежние значения вернулись: ${itemsInWords(untouched.length)}`);
    } catch (error) {
      toast.error(messageOf(error));
    }
  }

  return {
    async edit(items: readonly ShownItem[], field: BulkField, value: BulkSet[BulkField]): Promise<void> {
      const itemIds = items.map(({ id }) => id);
      const { notes } = await send({ itemIds, set: { [field]: value } });
      show(itemIds, { [field]: value } as Partial<ShownItem>);
      const text = [`Изменено: ${itemsInWords(items.length)}`, ...notes].join('. ');
      if (undoOf(items, field).length > MOST_REQUESTS) toast.success(text);
      else offerUndo(text, () => void takeBack(items, field, value));
    },
    async remove(items: readonly ShownItem[]): Promise<void> {
      const itemIds = items.map(({ id }) => id);
      await send({ itemIds, delete: true });
      show(itemIds, { deleted: true });
      toast.success(`Удалено: ${itemsInWords(items.length)}`);
    },
  };
}
