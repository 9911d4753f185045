import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { useCallback } from 'react';
import { timeNow } from '../../client/clock.ts';
import { useWorkspace } from '../../workspace/workspace.ts';
import type { Submitted, Words } from './use-change-form.ts';

/** Puts a change into the outbox under a new id: from then on it is neither lost nor booked twice. */
export function useRecordChange(): (item: ShownItem, amount: Submitted, words: Words) => void {
  const { outbox } = useWorkspace();
  return useCallback(
    (item, amount, { note, reason, confirmed }) => {
      const source = 'grossWeightG' in amount ? ('scales' as const) : ('web' as const);
      outbox.add({
        change: {
          id: crypto.randomUUID(),
          itemId: item.id,
          ...amount,
          source,
          at: new Date(timeNow()),
          ...(source === 'web' ? { method: 'typed' as const } : {}),
          ...(reason ? { reason } : {}),
          ...(note ? { note } : {}),
          ...(confirmed ? { confirmed } : {}),
        },
        itemName: item.name,
        unit: item.unit,
      });
    },
    [outbox],
  );
}
