import { useEffect, useState } from 'react';
import type { PhoneItem } from '../../lib/catalogue.ts';
import type { Counting } from '../../lib/counting.ts';
import { type ItemInCount, readItemInCount } from '../../lib/counts.ts';
import { useCountsVersion, useQueue, useWorkspace } from '../../lib/workspace.ts';

/** What the phone knows of the item in the chosen count; undefined until it is read. */
export function useItemInCount(counting: Counting | null | undefined, item: PhoneItem): ItemInCount | undefined {
  const { db } = useWorkspace();
  const { kept } = useQueue();
  const version = useCountsVersion();
  const [known, setKnown] = useState<ItemInCount>();
  const countId = counting?.count.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was sent or renewed is read anew
  useEffect(() => {
    if (countId === undefined) return;
    let stale = false;
    readItemInCount(db, countId, item.id).then(
      (read) => !stale && setKnown(read),
      () => {},
    );
    return () => {
      stale = true;
    };
  }, [db, countId, item.id, version, kept]);
  return known;
}
