import { type MouseEvent, useCallback, useRef, useState } from 'react';
import type { ListQuery } from '../data-provider.ts';
import type { RowId } from './types.ts';
import { takeRange } from './use-rows.ts';
import type { Selection } from './use-selection.ts';

interface ActiveRowOptions<Row extends { id: RowId }> {
  resource: string;
  query: ListQuery;
  selection: Selection<Row>;
  open: (row: Row) => void;
}

/** The row that the keys act on, which a click sets; Shift selects from the anchor to it. */
export function useActiveRow<Row extends { id: RowId }>({ resource, query, selection, open }: ActiveRowOptions<Row>) {
  const [active, setActive] = useState(-1);
  const anchor = useRef(0);
  const isByKeys = useRef(false);

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
    [choose, selection.toggle],
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
    [onToggle, open],
  );
  return { active, setActive, anchor, isByKeys, choose, onToggle, onClick };
}
export type ActiveRow<Row extends { id: RowId }> = ReturnType<typeof useActiveRow<Row>>;
