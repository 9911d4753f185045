import { type MouseEvent, useCallback, useRef, useState } from 'react';
import type { ListQuery } from '../data-provider.ts';
import { outcomeOf } from '../ui/act.ts';
import type { RowId } from './types.ts';
import { takeRange } from './use-rows.ts';
import type { Selection } from './use-selection.ts';
import type { VirtualRows } from './use-virtual-rows.ts';

interface ActiveRowOptions<Row extends { id: RowId }> {
  resource: string;
  query: ListQuery;
  rows: VirtualRows<Row>;
  selection: Selection<Row>;
  open: (row: Row) => void;
}

interface Place<Row> {
  /** -1 before any row was active. */
  index: number;
  /** As it was shown last; undefined while it is not loaded. */
  row: Row | undefined;
  /** Whether the row has left the list by somebody else's act: then none is active until a key or a click names one. */
  isLost: boolean;
  /** The query that the index belongs to. */
  query: ListQuery;
}

/**
 * Finds the active row again in what the list has become: live changes move it. The row that takes its place becomes
 * active only after the administrator's own act on it; after another's, a key would act on a row that nobody has read.
 */
function followed<Row extends { id: RowId }>(place: Place<Row>, query: ListQuery, rows: VirtualRows<Row>): Place<Row> {
  const { index, row } = place;
  if (index < 0 || rows.isStale) return place;
  const present = rows.rowAt(index);
  if (JSON.stringify(place.query) !== JSON.stringify(query)) return { index, row: present, isLost: false, query };
  if (place.isLost || !present || present === row) return place;
  if (!row) return { ...place, row: present };
  const at = present.id === row.id ? index : rows.indexOf(row.id);
  if (at !== undefined) return { ...place, index: at, row: rows.rowAt(at) };
  return outcomeOf(row) === 'done' ? { ...place, row: present } : { ...place, row: undefined, isLost: true };
}

/** The row that the keys act on, which a click sets; Shift selects from the anchor to it. */
export function useActiveRow<Row extends { id: RowId }>(options: ActiveRowOptions<Row>) {
  const { resource, query, rows, selection, open } = options;
  const [kept, setKept] = useState<Place<Row>>({ index: -1, row: undefined, isLost: false, query });
  const place = followed(kept, query, rows);
  if (place !== kept) setKept(place);
  const latest = useRef({ rows, query });
  latest.current = { rows, query };
  const anchor = useRef(0);
  const isByKeys = useRef(false);

  const setActive = useCallback((index: number): void => {
    const { rows: shown, query: asked } = latest.current;
    setKept({ index, row: shown.rowAt(index), isLost: false, query: asked });
  }, []);
  /** The index that a move by so many rows leads to. */
  function indexAfter(by: number): number {
    if (place.index < 0) return 0;
    // the next row has taken the place of one that is lost
    return place.index + by - (place.isLost && by > 0 ? 1 : 0);
  }

  const choose = useCallback(
    async (index: number) => selection.add(await takeRange<Row>(resource, query, anchor.current, index)),
    [selection.add, resource, query],
  );
  const onToggle = useCallback(
    (event: MouseEvent, index: number, row: Row) => {
      setActive(index);
      if (event.shiftKey) return void choose(index);
      anchor.current = index;
      selection.toggle(row);
    },
    [choose, selection.toggle, setActive],
  );
  const onClick = useCallback(
    (event: MouseEvent, index: number, row: Row) => {
      if (event.shiftKey || event.ctrlKey || event.metaKey) return onToggle(event, index, row);
      // Selecting text in a row must not open it.
      if (window.getSelection()?.type === 'Range') return;
      setActive(index);
      anchor.current = index;
      isByKeys.current = false;
      open(row);
    },
    [onToggle, open, setActive],
  );
  const active = place.isLost ? -1 : place.index;
  return { active, setActive, indexAfter, anchor, isByKeys, choose, onToggle, onClick };
}
export type ActiveRow<Row extends { id: RowId }> = ReturnType<typeof useActiveRow<Row>>;
