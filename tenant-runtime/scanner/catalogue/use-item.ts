import { useState } from 'react';
import { itemRef, localItems, type PhoneItem, withPending } from '../offline/catalogue.ts';
import { madeFact } from '../offline/database.ts';
import { pendingQuantity } from '../offline/operations.ts';
import { useRead } from '../workspace/use-read.ts';
import { useCatalogueVersion, useQueue, useWorkspace } from '../workspace/workspace.ts';

export interface ItemAddress {
  itemId?: number | undefined;
  itemKey?: string | undefined;
}

export interface ItemNow {
  item: PhoneItem;
  /** The quantity including queued changes; null when hidden. */
  quantity: number | null;
  /** The number of the item's queued records. */
  waiting: number;
}

/** The item as it is now; undefined while loading, null when it is not on this phone. */
export function useItem({ itemId, itemKey }: ItemAddress): ItemNow | null | undefined {
  const { db, catalogue } = useWorkspace();
  const { kept } = useQueue();
  const version = useCatalogueVersion();
  async function read(): Promise<PhoneItem | null> {
    // An item created here may have received its id from the server since.
    const id = itemId ?? (itemKey ? await db.get('facts', madeFact(itemKey)) : undefined);
    return typeof id === 'number' ? ((await catalogue.read(id)) ?? null) : null;
  }
  const stored = useRead(
    async () => ({ of: kept, item: await read().catch(() => null) }),
    [db, catalogue, itemId, itemKey, version, kept],
  );
  const local = itemKey === undefined ? undefined : localItems(kept).find(({ key }) => key === itemKey);
  // until it is read, an item that the server has just taken is shown as it was here: its open form keeps what is typed
  const [before, setBefore] = useState<PhoneItem>();
  if (local && before?.key !== local.key) setBefore(local);
  const isBeingTaken = !local && before !== undefined && before.key === itemKey && stored?.of !== kept;
  const known = local ?? (isBeingTaken ? before : stored?.item);
  if (!known) return known;
  const item = withPending(known, kept);
  const ref = itemRef(item);
  const mine = kept.filter(
    ({ operation }) => 'ref' in operation && JSON.stringify(operation.ref) === JSON.stringify(ref),
  );
  return { item, quantity: pendingQuantity(item.quantity, ref, kept), waiting: mine.length };
}
