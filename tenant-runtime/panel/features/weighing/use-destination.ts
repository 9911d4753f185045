import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { useState } from 'react';
import { timeNow } from '../../client/clock.ts';
import { useCount, useCounts } from '../../counts/counts.ts';
import type { TakenWeight } from '../../scales/weight.ts';
import { useWorkspace } from '../../workspace/workspace.ts';

interface Written {
  /** The grams of what stands on the bottle, which the weight includes. */
  presetTareG: number | undefined;
  whole: number | null;
  /** The user was asked whether the amount is meant, and confirmed it. */
  confirmed: boolean;
}

/** Chooses the destination of weights: the stock or an open count. */
export function useDestination() {
  const { outbox, entries, user } = useWorkspace();
  const { data } = useCounts('open');
  const open = data ?? [];
  const [chosen, setChosen] = useState<number | null | undefined>(undefined);
  // kept from now on, so that its end is noticed
  if (chosen === undefined && open[0]) setChosen(open[0].id);
  const countId = open.find(({ id }) => id === chosen)?.id ?? null;
  const { data: count } = useCount(countId);
  /** The user's own unfinished area, as on the count's page. */
  const areaId = count?.areas.find((area) => area.user?.id === user.id && !area.done)?.id ?? null;
  return {
    open,
    countId,
    /** The chosen count was closed: where weights go has to be chosen anew, since the stock is not meant. */
    isClosed: data !== undefined && typeof chosen === 'number' && countId === null,
    choose: setChosen,
    /**
     * Stores the weight in the browser at once, under its own id. The server computes the quantity from the weight;
     * with full bottles `whole` is sent instead, because a weight covers only one bottle.
     */
    write(item: ShownItem, { grams }: TakenWeight, { presetTareG, whole, confirmed }: Written): void {
      const shared = {
        id: crypto.randomUUID(),
        itemId: item.id,
        at: new Date(timeNow()),
        source: 'scales' as const,
        ...(confirmed && { confirmed }),
      };
      const weight = { grossWeightG: grams, ...(presetTareG !== undefined && { presetTareG }) };
      const known = { itemName: item.name, unit: item.unit };
      if (countId !== null) entries.add({ countId, entry: { ...shared, ...weight, areaId }, ...known });
      else if (whole === null) outbox.add({ change: { ...shared, ...weight }, ...known });
      else outbox.add({ change: { ...shared, set: whole }, ...known });
    },
  };
}
export type Destination = ReturnType<typeof useDestination>;
