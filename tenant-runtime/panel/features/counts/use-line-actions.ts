import type { CountLine } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import { useMemo, useRef } from 'react';
import { timeNow } from '../../client/clock.ts';
import { useWorkspace } from '../../workspace/workspace.ts';
import type { LineActions } from './LineEntry.tsx';

interface LineActionsOptions {
  countId: number;
  areaId: number | null;
  /** Focuses the line at this index. */
  goTo: (index: number) => void;
  onEntries: (line: CountLine) => void;
}

/**
 * What the rows of a count's table do. The object stays the same as long as the count does, so that rows are not
 * rendered again.
 */
export function useLineActions({ countId, areaId, goTo, onEntries }: LineActionsOptions): LineActions {
  const { entries } = useWorkspace();
  const typed = useRef(new Map<number, string>());
  const current = useRef({ goTo, areaId });
  current.current = { goTo, areaId };

  return useMemo(
    () => ({
      enter(line, quantity, index) {
        const { id, name, unit } = line.item;
        entries.add({
          countId,
          entry: {
            id: crypto.randomUUID(),
            itemId: id,
            quantity,
            areaId: current.current.areaId,
            source: 'web',
            method: 'typed',
            at: new Date(timeNow()),
          },
          itemName: name,
          unit,
        });
        current.current.goTo(index + 1);
      },
      move: (index, by) => current.current.goTo(index + by),
      entries: onEntries,
      typed: typed.current,
    }),
    [countId, entries, onEntries],
  );
}
