import { VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { changeKeyOf } from '../../lib/keys.ts';
import { type QueuedChange, withQueued } from '../../lib/outbox.ts';
import { since } from '../../lib/since.ts';
import type { SortKey, StockView } from '../../lib/stock-filter.ts';
import type { Stock } from '../../lib/stock-store.ts';
import { useNow } from '../../lib/use-now.ts';
import { useVenue } from '../../lib/venue.ts';
import { personOf } from '../../ui/person.ts';
import type { ChangeMode } from './change-draft.ts';
import { type RowActions, StockRow, type StockRowProps } from './StockRow.tsx';
import classes from './StockTable.module.css';

const HEAD = 40;
const PHONE_ROW = 72;
/** A row is warm for this long; one that scrolls into sight later stays cold. */
const WARM_MS = 2_600;

interface Column {
  key: SortKey;
  label: string;
  className?: string | undefined;
}

const columns: Column[] = [
  { key: 'name', label: 'Позиция' },
  { key: 'category', label: 'Категория', className: classes.category },
  { key: 'quantity', label: 'Остаток', className: classes.right },
  { key: 'expected', label: 'По учёту', className: `${classes.expected} ${classes.right}` },
  { key: 'difference', label: 'Разница', className: `${classes.difference} ${classes.right}` },
  { key: 'updated_at', label: 'Последнее изменение', className: classes.last },
];

type Sorting = Pick<StockView, 'sort' | 'descending'>;

function Head({ sort, descending, onSort }: Sorting & { onSort: (key: SortKey) => void }) {
  const Arrow = descending ? ArrowDown : ArrowUp;
  return (
    <thead className={classes.headGroup}>
      <tr aria-rowindex={1} className={classes.head}>
        {columns.map(({ key, label, className }) => (
          <th
            key={key}
            scope="col"
            className={className}
            aria-sort={key === sort ? (descending ? 'descending' : 'ascending') : undefined}
          >
            <button type="button" className={classes.sort} data-sorted={key === sort} onClick={() => onSort(key)}>
              {label}
              {key === sort && <Arrow size={14} aria-hidden />}
            </button>
          </th>
        ))}
        <th scope="col">
          <VisuallyHidden>Действия</VisuallyHidden>
        </th>
      </tr>
    </thead>
  );
}

export interface TableHandle {
  /** Puts the keyboard on the first row. */
  enter: () => void;
}

interface StockTableProps extends Sorting {
  rows: readonly ShownItem[];
  stock: Stock;
  queue: readonly QueuedChange[];
  onSort: (key: SortKey) => void;
  onChange: (item: ShownItem, mode: ChangeMode) => void;
  onEdit?: ((item: ShownItem) => void) | undefined;
  handle: Ref<TableHandle>;
}

function stateOf(itemId: number, queue: readonly QueuedChange[]): StockRowProps['state'] {
  const mine = queue.filter(({ change }) => change.itemId === itemId);
  if (mine.length === 0) return 'settled';
  return mine.some(({ state }) => state === 'refused') ? 'refused' : 'waiting';
}

function lastOf(itemId: number, stock: Stock, now: number, timeZone: string): StockRowProps['last'] {
  const change = stock.lastChanges.get(itemId);
  return change
    ? { delta: change.delta, who: personOf(change.user), when: since(change.created_at, timeZone, now) }
    : null;
}

/** As in the style sheet: two lines on phones and tablets, one on a desk. */
function useRowHeight(): number {
  const now = { getInitialValueInEffect: false };
  const onDesk = useMediaQuery('(min-width: 80em)', undefined, now);
  const onTablet = useMediaQuery('(min-width: 48em)', undefined, now);
  return onDesk ? 44 : onTablet ? 56 : PHONE_ROW;
}

/** `last` is a new object each time, so that it is compared by what it says. */
function useStableLast() {
  const { timezone } = useVenue();
  const known = useRef(new Map<number, StockRowProps['last']>());
  return (itemId: number, stock: Stock, now: number): StockRowProps['last'] => {
    const next = lastOf(itemId, stock, now, timezone);
    const before = known.current.get(itemId);
    if (before && next && JSON.stringify(before) === JSON.stringify(next)) return before;
    known.current.set(itemId, next);
    return next;
  };
}

export function StockTable({
  rows,
  stock,
  queue,
  sort,
  descending,
  onSort,
  onChange,
  onEdit,
  handle,
}: StockTableProps) {
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
  // A turned screen: the rows have another height.
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when the height changes
  useEffect(() => virtual.measure(), [height]);
  const current = Math.min(active, Math.max(0, rows.length - 1));

  function goTo(index: number): void {
    const target = Math.max(0, Math.min(rows.length - 1, index));
    setActive(target);
    virtual.scrollToIndex(target, { align: 'auto' });
    // The row may have to be drawn first.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>(`[data-index="${target}"]`)?.focus()),
    );
  }
  useImperativeHandle(handle, () => ({ enter: () => rows.length > 0 && goTo(0) }));

  const actions: RowActions = useMemo(
    () => ({ change: onChange, focus: setActive, ...(onEdit ? { edit: onEdit } : {}) }),
    [onChange, onEdit],
  );

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const item = rows[current];
    if (!item || (event.target as HTMLElement).closest('th')) return;
    const page = Math.max(1, Math.floor((frame.current?.clientHeight ?? 0) / height) - 2);
    const moves: Record<string, number> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + page,
      PageUp: current - page,
      Home: 0,
      End: rows.length - 1,
    };
    const target = moves[event.key];
    const mode = changeKeyOf(event.nativeEvent);
    const onButton = (event.target as HTMLElement).closest('button') !== null;
    if (target !== undefined) goTo(target);
    else if (mode) onChange(item, mode);
    else if (event.key === 'Enter' && !onButton) onChange(item, 'minus');
    else if (event.code === 'KeyE' && onEdit && !event.ctrlKey && !event.metaKey) onEdit(item);
    else return;
    event.preventDefault();
  }

  /** A tap anywhere on a row but its buttons. */
  function onClick({ target }: MouseEvent): void {
    const row = target instanceof Element && !target.closest('button') && target.closest<HTMLElement>('[data-index]');
    const item = row ? rows[Number(row.dataset.index)] : undefined;
    if (item) onChange(item, 'minus');
  }

  return (
    <div ref={frame} className={classes.frame} data-editable={onEdit !== undefined}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows take the keyboard, which makes a table a grid
        role="grid"
        aria-label="Остатки"
        aria-rowcount={rows.length + 1}
        className={classes.grid}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        <Head sort={sort} descending={descending} onSort={onSort} />
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
                last={last(item.id, stock, now)}
                warmth={now - warmedAt < WARM_MS ? warmedAt : null}
                active={index === current}
                actions={actions}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
