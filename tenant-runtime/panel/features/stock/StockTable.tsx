import { useMediaQuery } from '@mantine/hooks';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { Stock } from '../../live/stock-store.ts';
import { type QueuedChange, withQueued } from '../../offline/outbox.ts';
import { useLatest } from '../../rows/use-latest.ts';
import { allOf, extended, type Selection, toggled } from '../../stock/selection.ts';
import { useNow } from '../../timing/use-now.ts';
import { personOf } from '../../ui/person.ts';
import { since } from '../../ui/since.ts';
import { useVenue } from '../../venue/venue.ts';
import { StockHead } from './StockHead.tsx';
import { type RowActions, StockRow, type StockRowProps } from './StockRow.tsx';
import classes from './StockTable.module.css';
import type { StockTableProps } from './stock-table-props.ts';
import { rowClickOf, tableKeysOf } from './table-keys.ts';

const HEAD = 40;
const PHONE_ROW = 72;
/** A row is highlighted for this long; a row that scrolls into view later is not. */
const WARM_MS = 2_600;

function stateOf(itemId: number, queue: readonly QueuedChange[]): StockRowProps['state'] {
  const mine = queue.filter(({ change }) => change.itemId === itemId);
  if (mine.length === 0) return 'settled';
  return mine.some(({ state }) => state === 'refused') ? 'refused' : 'waiting';
}

/** Gives all details of a change seen live on this page, and only the time of an older one. */
function lastOf(item: ShownItem, stock: Stock, now: number, timeZone: string): StockRowProps['last'] {
  const change = stock.lastChanges.get(item.id);
  if (change) {
    const { delta, user, at } = change;
    return { change: { delta, who: personOf(user) }, when: since(at, timeZone, now) };
  }
  return item.changed_at === null ? null : { change: null, when: since(item.changed_at, timeZone, now) };
}

/** The same row heights as in the style sheet: two lines on phones and tablets, one on a desktop. */
function useRowHeight(): number {
  const now = { getInitialValueInEffect: false };
  const onDesk = useMediaQuery('(min-width: 80em)', undefined, now);
  const onTablet = useMediaQuery('(min-width: 48em)', undefined, now);
  return onDesk ? 44 : onTablet ? 56 : PHONE_ROW;
}

/** Reuses the previous `last` when it is equal, because a new object each time would rerender the row. */
function useStableLast() {
  const { timezone } = useVenue();
  const known = useRef(new Map<number, StockRowProps['last']>());
  return (item: ShownItem, stock: Stock, now: number): StockRowProps['last'] => {
    const next = lastOf(item, stock, now, timezone);
    const before = known.current.get(item.id);
    if (before && next && JSON.stringify(before) === JSON.stringify(next)) return before;
    known.current.set(item.id, next);
    return next;
  };
}

function chosenOf(rows: readonly ShownItem[], { ids }: Selection): 'all' | 'some' | 'none' {
  if (ids.size === 0) return 'none';
  return rows.every(({ id }) => ids.has(id)) ? 'all' : 'some';
}

export function StockTable(props: StockTableProps) {
  const { rows, stock, queue, onChange, onEdit, selection, onSelect, selecting } = props;
  const frame = useRef<HTMLDivElement>(null);
  const height = useRowHeight();
  const [active, setActive] = useState(0);
  const now = useNow(20_000);
  const last = useStableLast();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => height,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 12,
    scrollPaddingStart: height < PHONE_ROW ? HEAD : 0,
  });
  // Rotating the screen changes the height of the rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when the height changes
  useEffect(() => virtual.measure(), [height]);
  const current = Math.min(active, Math.max(0, rows.length - 1));

  function goTo(index: number): void {
    const target = Math.max(0, Math.min(rows.length - 1, index));
    setActive(target);
    virtual.scrollToIndex(target, { align: 'auto' });
    // The row may have to be rendered first.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>(`[data-index="${target}"]`)?.focus()),
    );
  }
  useImperativeHandle(props.handle, () => ({ enter: () => rows.length > 0 && goTo(0) }));

  const select = useLatest((item: ShownItem, extend: boolean) =>
    onSelect?.(extend ? extended(selection, rows, item.id) : toggled(selection, item.id)),
  );
  const mayEdit = onEdit !== undefined;
  const maySelect = onSelect !== undefined;
  const actions: RowActions = useMemo(
    () => ({
      change: onChange,
      focus: setActive,
      ...(mayEdit ? { edit: onEdit } : {}),
      ...(maySelect ? { select } : {}),
    }),
    [onChange, onEdit, mayEdit, maySelect, select],
  );
  const pageRows = (): number => Math.max(1, Math.floor((frame.current?.clientHeight ?? 0) / height) - 2);
  const onKeyDown = tableKeysOf({ ...props, current, goTo, pageRows });
  const onClick = rowClickOf(props, setActive);

  return (
    <div
      ref={frame}
      className={classes.frame}
      data-editable={mayEdit}
      data-selecting={selecting}
      data-selectable={maySelect}
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows take the keyboard, which makes a table a grid
        role="grid"
        aria-label="Остатки"
        aria-rowcount={rows.length + 1}
        aria-multiselectable={maySelect || undefined}
        className={classes.grid}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        <StockHead
          sort={props.sort}
          descending={props.descending}
          onSort={props.onSort}
          chosen={maySelect ? chosenOf(rows, selection) : undefined}
          onAll={() => onSelect?.(allOf(selection, rows))}
        />
        <tbody className={classes.body} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const item = rows[index];
            if (!item) return null;
            const warmedAt = stock.warmedAt.get(item.id) ?? 0;
            return (
              <StockRow
                key={item.id}
                item={item}
                index={index}
                top={start}
                quantity={withQueued(item.quantity, item.id, queue)}
                state={stateOf(item.id, queue)}
                last={last(item, stock, now)}
                warmth={now - warmedAt < WARM_MS ? warmedAt : null}
                active={index === current}
                selected={selection.ids.has(item.id)}
                actions={actions}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
