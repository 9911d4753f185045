import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.ts';
import { useState } from 'react';
import { useCount, useCounts } from '../../lib/counts.ts';
import type { TakenWeight } from '../../lib/weight.ts';
import { useWorkspace } from '../../lib/workspace.ts';

/** Where weights go: into the stock, or into a count that is open. */
export function useDestination() {
  const { outbox, entries, user } = useWorkspace();
  const { data: open = [] } = useCounts('open');
  const [chosen, setChosen] = useState<number | null | undefined>(undefined);
  const wanted = chosen === undefined ? open[0]?.id : chosen;
  const countId = open.find(({ id }) => id === wanted)?.id ?? null;
  const { data: count } = useCount(countId);
  /** One's own, as on the count's page. */
  const areaId = count?.areas.find((area) => area.user?.id === user.id && !area.done)?.id ?? null;
  return {
    open,
    countId,
    choose: setChosen,
    /** Kept in the browser at once, under an id of its own; the server computes the quantity from the weight. */
    write(item: ShownItem, { grams }: TakenWeight): void {
      const shared = { id: crypto.randomUUID(), itemId: item.id, grossWeightG: grams, at: new Date() };
      const known = { itemName: item.name, unit: item.unit };
      if (countId === null) outbox.add({ change: { ...shared, source: 'scales' }, ...known });
      else entries.add({ countId, entry: { ...shared, areaId, source: 'scales' }, ...known });
    },
  };
}
