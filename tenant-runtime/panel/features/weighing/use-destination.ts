import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.ts';
import { useState } from 'react';
import { timeNow } from '../../lib/clock.ts';
import { useCount, useCounts } from '../../lib/counts.ts';
import type { TakenWeight } from '../../lib/weight.ts';
import { useWorkspace } from '../../lib/workspace.ts';

interface Written {
  whole: number | null;
  /** The person was asked whether the amount is meant. */
  confirmed: boolean;
}

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
    /**
     * Kept in the browser at once, under an id of its own. The server computes the quantity from the weight; with full
     * bottles beside the weighed one `whole` is the stock, since a weight tells of one bottle alone.
     */
    write(item: ShownItem, { grams }: TakenWeight, { whole, confirmed }: Written): void {
      const shared = {
        id: crypto.randomUUID(),
        itemId: item.id,
        at: new Date(timeNow()),
        source: 'scales' as const,
        ...(confirmed && { confirmed }),
      };
      const known = { itemName: item.name, unit: item.unit };
      if (countId !== null) entries.add({ countId, entry: { ...shared, grossWeightG: grams, areaId }, ...known });
      else if (whole === null) outbox.add({ change: { ...shared, grossWeightG: grams }, ...known });
      else outbox.add({ change: { ...shared, set: whole }, ...known });
    },
  };
}
