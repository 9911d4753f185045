import type { PhoneItem } from '../offline/catalogue.ts';
import { useRead } from '../workspace/use-read.ts';
import { useCountsVersion, useQueue, useWorkspace } from '../workspace/workspace.ts';
import type { Counting } from './counting.ts';
import { type ItemInCount, readItemInCount } from './counts.ts';

/** Reads the phone's data about the item in the chosen count; undefined until it is read. */
export function useItemInCount(counting: Counting | null | undefined, item: PhoneItem): ItemInCount | undefined {
  const { db, user } = useWorkspace();
  const { kept } = useQueue();
  const version = useCountsVersion();
  const countId = counting?.count.id;
  return useRead(
    async () =>
      countId === undefined ? undefined : readItemInCount(db, { countId, itemId: item.id, userId: user.id }),
    [db, countId, item.id, user.id, version, kept],
  );
}
