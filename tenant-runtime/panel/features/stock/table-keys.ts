import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import type { KeyboardEvent, MouseEvent } from 'react';
import { changeKeyOf } from '../../keyboard/keys.ts';
import { allOf, extended, nothingSelected, type Selection, toggled } from '../../stock/selection.ts';
import type { StockTableProps } from './stock-table-props.ts';

interface TableKeys
  extends Pick<StockTableProps, 'rows' | 'onChange' | 'onOpen' | 'onEdit' | 'selection' | 'onSelect'> {
  /** The index of the row with the focus. */
  current: number;
  goTo: (index: number) => void;
  pageRows: () => number;
}

/** Handles selection by Shift with the arrows, Space, Ctrl+A and Esc; returns whether the key was one of these. */
function choose(event: KeyboardEvent, { rows, current, selection, onSelect }: TableKeys): boolean {
  if (!onSelect) return false;
  const item = rows[current];
  if (event.code === 'KeyA' && (event.ctrlKey || event.metaKey)) onSelect(allOf(selection, rows));
  else if (event.key === 'Escape' && selection.ids.size > 0) onSelect(nothingSelected);
  else if (event.key === ' ' && item) {
    onSelect(event.shiftKey ? extended(selection, rows, item.id) : toggled(selection, item.id));
  } else return false;
  return true;
}

function targetOf({ key }: KeyboardEvent, { rows, current, pageRows }: TableKeys): number | undefined {
  const moves: Record<string, () => number> = {
    ArrowDown: () => current + 1,
    ArrowUp: () => current - 1,
    PageDown: () => current + pageRows(),
    PageUp: () => current - pageRows(),
    Home: () => 0,
    End: () => rows.length - 1,
  };
  return moves[key]?.();
}

/** Moves the focus; with Shift it also selects the rows passed. */
function move(target: number, extend: boolean, table: TableKeys): void {
  const { rows, current, selection, onSelect, goTo } = table;
  const [from, to] = [rows[current], rows[Math.max(0, Math.min(rows.length - 1, target))]];
  if (extend && onSelect && from && to) {
    const anchored: Selection = selection.anchor === null ? { ...selection, anchor: from.id } : selection;
    onSelect(extended(anchored, rows, to.id));
  }
  goTo(target);
}

export function tableKeysOf(table: TableKeys): (event: KeyboardEvent<HTMLElement>) => void {
  const { rows, current, onChange, onOpen, onEdit } = table;
  return (event) => {
    const item = rows[current];
    const place = event.target as HTMLElement;
    if (!item || place.closest('th')) return;
    const onButton = place.closest('button, input') !== null;
    const target = targetOf(event, table);
    const mode = changeKeyOf(event.nativeEvent);
    if (target !== undefined) move(target, event.shiftKey, table);
    else if (mode) onChange(item, mode);
    else if (event.key === 'Enter' && !onButton) onOpen(item);
    else if (event.code === 'KeyE' && onEdit && !event.ctrlKey && !event.metaKey) onEdit(item);
    else if ((event.key === ' ' && onButton) || !choose(event, table)) return;
    event.preventDefault();
  };
}

/**
 * Handles a click on a row outside its buttons: it opens the item or, with Shift, Ctrl or in selection mode, selects
 * it.
 */
export function rowClickOf(
  { rows, selection, onSelect, selecting, onOpen }: StockTableProps,
  focus: (index: number) => void,
): (event: MouseEvent) => void {
  function press(item: ShownItem, event: MouseEvent): void {
    if (onSelect && event.shiftKey) {
      getSelection()?.removeAllRanges();
      onSelect(extended(selection, rows, item.id));
    } else if (onSelect && (event.ctrlKey || event.metaKey || selecting)) onSelect(toggled(selection, item.id));
    else onOpen(item);
  }
  return (event) => {
    const { target } = event;
    const row =
      target instanceof Element && !target.closest('button, label') && target.closest<HTMLElement>('[data-index]');
    const index = row ? Number(row.dataset.index) : -1;
    const item = rows[index];
    if (!item) return;
    focus(index);
    press(item, event);
  };
}
