import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ListQuery } from '../data-provider.ts';
import { keepPosition, positionOf } from './positions.ts';
import type { RowId } from './types.ts';
import { MOST_ROWS, useRows } from './use-rows.ts';

const ROW_HEIGHT = 40;
const CARD_HEIGHT = 132;
/** The number of placeholder rows shown before any is loaded. */
const BONES = 16;

interface Parts {
  resource: string;
  query: ListQuery;
  scroller: RefObject<HTMLDivElement | null>;
  asCards: boolean;
}

/** Renders and requests only visible rows, and restores the scroll position when the list is opened again. */
export function useVirtualRows<Row extends { id: RowId }>({ resource, query, scroller, asCards }: Parts) {
  const list = `${resource} ${JSON.stringify(query)}`;
  const kept = useRef(positionOf(list));
  const [count, setCount] = useState(kept.current.count || BONES);
  const top = asCards ? 0 : ROW_HEIGHT;

  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => (asCards ? CARD_HEIGHT : ROW_HEIGHT),
    overscan: asCards ? 4 : 10,
    scrollMargin: top,
    scrollPaddingStart: top,
    initialOffset: kept.current.offset,
    useFlushSync: false,
    onChange: ({ scrollOffset }) => keepPosition(list, { offset: scrollOffset ?? 0, count }),
  });

  const items = virtualizer.getVirtualItems();
  const rows = useRows<Row>(resource, query, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);

  const { total, beyond } = rows;
  const depth = beyond.depth ?? total;
  useEffect(() => {
    if (depth !== undefined) setCount(Math.min(depth, MOST_ROWS));
  }, [depth]);

  // Another search or sorting starts at the top; going back to a list does not.
  const before = useRef(list);
  useEffect(() => {
    if (before.current === list) return;
    before.current = list;
    virtualizer.scrollToOffset(0);
  }, [list, virtualizer]);

  return { virtualizer, items, top, depth, ...rows };
}
export type VirtualRows<Row extends { id: RowId }> = ReturnType<typeof useVirtualRows<Row>>;
