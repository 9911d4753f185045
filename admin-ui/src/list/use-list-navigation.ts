import { useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import type { RowId } from './types.ts';
import type { ActiveRow } from './use-active-row.ts';
import { useListKeys } from './use-list-keys.ts';
import type { OpenRecord } from './use-open-record.ts';
import type { Selection } from './use-selection.ts';
import type { VirtualRows } from './use-virtual-rows.ts';

interface ListNavigationOptions<Row extends { id: RowId }> {
  resource: string;
  rows: VirtualRows<Row>;
  pointer: ActiveRow<Row>;
  record: OpenRecord<Row>;
  /** The open record's row, if it is loaded in the list. */
  openRow: Row | undefined;
  selection: Selection<Row>;
  searchField: RefObject<HTMLInputElement | null>;
  chooseAll: () => Promise<void>;
  /** Moves the row within the list. */
  onShift: ((row: Row, by: number) => void) | undefined;
  /** Shortcuts for the active row, by KeyboardEvent.code. */
  rowKeys: Record<string, (row: Row) => void> | undefined;
}

/** Moves between the rows of a list, opens and selects them by the keyboard. */
export function useListNavigation<Row extends { id: RowId }>(options: ListNavigationOptions<Row>): void {
  const { resource, pointer, selection, openRow, searchField, chooseAll, onShift, rowKeys } = options;
  const { virtualizer, rowAt, depth } = options.rows;
  const { active, setActive, indexAfter, anchor, isByKeys, choose } = pointer;
  const { openId, open, close } = options.record;
  const queries = useQueryClient();

  function goTo(index: number, extend = false): void {
    const to = Math.min(Math.max(0, index), Math.max(0, (depth ?? 0) - 1));
    if (!extend) anchor.current = to;
    setActive(to);
    virtualizer.scrollToIndex(to);
    if (extend) void choose(to);
    const row = rowAt(to);
    if (openId !== undefined && row && !extend) open(row);
  }

  useListKeys({
    move: (by, extend) => goTo(indexAfter(by), extend),
    moveTo: (end) => goTo(end === 'first' ? 0 : (depth ?? 1) - 1),
    open() {
      const row = rowAt(active);
      isByKeys.current = true;
      if (row) open(row);
    },
    toggle() {
      const row = rowAt(active);
      anchor.current = active;
      if (row) selection.toggle(row);
    },
    all: chooseAll,
    leave: () => (selection.size > 0 ? selection.clear() : openId !== undefined && close()),
    search: () => searchField.current?.select(),
    other(code) {
      // A shortcut applies to the open record, wherever the focus is in the list.
      const row =
        openId === undefined ? rowAt(active) : (openRow ?? queries.getQueryData<Row>([resource, 'getOne', openId]));
      const act = rowKeys?.[code];
      if (row && act) act(row);
      return Boolean(row && act);
    },
    shift(by) {
      const row = rowAt(active);
      if (row) onShift?.(row, by);
    },
  });
}
