import { useCallback, useMemo, useState } from 'react';
import type { RowId } from './types.ts';

const byId = <Row extends { id: RowId }>(rows: Row[]) => rows.map((row) => [row.id, row] as const);

/**
 * The selected rows, in their state when they were selected. A list with another filter begins with none: nobody acts on
 * rows that are not seen any more.
 */
export function useSelection<Row extends { id: RowId }>(filter: string) {
  const [chosen, setChosen] = useState<ReadonlyMap<RowId, Row>>(new Map());
  const [chosenUnder, setChosenUnder] = useState(filter);
  if (chosenUnder !== filter) {
    setChosenUnder(filter);
    setChosen(new Map());
  }

  const toggle = useCallback((row: Row) => {
    setChosen((before) => {
      const after = new Map(before);
      if (!after.delete(row.id)) after.set(row.id, row);
      return after;
    });
  }, []);
  const add = useCallback((rows: Row[]) => setChosen((before) => new Map([...before, ...byId(rows)])), []);
  const only = useCallback((rows: Row[]) => setChosen(new Map(byId(rows))), []);
  const clear = useCallback(() => setChosen((before) => (before.size > 0 ? new Map() : before)), []);

  return useMemo(
    () => ({ chosen, size: chosen.size, has: (id: RowId) => chosen.has(id), toggle, add, only, clear }),
    [chosen, toggle, add, only, clear],
  );
}
export type Selection<Row extends { id: RowId }> = ReturnType<typeof useSelection<Row>>;
