import { Button } from '@mantine/core';
import { plural } from '@ostatok/kit/web/format.ts';
import type { ShownChange } from '@ostatok/tenant-runtime/contract/changes.endpoints.ts';
import { ArrowUp } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type PageRows, usePageRows } from '../../rows/use-page-rows.ts';
import { ChangeRow } from './ChangeRow.tsx';
import classes from './Changes.module.css';

const ROW = 48;
const PHONE_ROW = 96;
/** The next page is loaded when this many rows are left below. */
const AHEAD = 30;

/** Keeps the scroll position when new changes arrive above it; they are only counted until the reader scrolls up. */
function useHeldPlace(changes: readonly ShownChange[], { virtual, margin }: PageRows<HTMLOListElement>) {
  const top = useRef(changes[0]);
  const [unseen, setUnseen] = useState(0);
  useLayoutEffect(() => {
    const came = changes.findIndex(({ id }) => id === top.current?.id);
    top.current = changes[0];
    const page = virtual.scrollElement;
    if (came <= 0 || !page || page.scrollTop <= margin) return;
    const height = virtual.getOffsetForIndex(came, 'start')?.[0] ?? 0;
    page.scrollTop += height - margin;
    setUnseen((before) => before + came);
  }, [changes, virtual, margin]);
  return { unseen, seen: () => setUnseen(0) };
}

interface ChangeListProps {
  changes: readonly ShownChange[];
  total: number;
  onMore: () => void;
}

export function ChangeList({ changes, total, onMore }: ChangeListProps) {
  const rows = usePageRows<HTMLOListElement>({
    count: changes.length,
    height: matchMedia('(min-width: 64em)').matches ? ROW : PHONE_ROW,
    keyOf: (index) => changes[index]?.id ?? index,
  });
  const { ref, virtual, margin } = rows;
  const { unseen, seen } = useHeldPlace(changes, rows);
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= changes.length - AHEAD) onMore();
  }, [last, changes.length, onMore]);
  useEffect(() => {
    const page = virtual.scrollElement;
    const onScroll = (): void => {
      if (page && page.scrollTop <= margin) seen();
    };
    page?.addEventListener('scroll', onScroll, { passive: true });
    return () => page?.removeEventListener('scroll', onScroll);
  });

  return (
    <>
      <div className={classes.unseen}>
        {unseen > 0 && (
          <Button
            size="sm"
            leftSection={<ArrowUp size={16} aria-hidden />}
            onClick={() => {
              seen();
              virtual.scrollElement?.scrollTo({ top: 0 });
            }}
          >
            {unseen} {plural(unseen, ['новое', 'новых', 'новых'])}
          </Button>
        )}
      </div>
      <ol ref={ref} className={classes.list} style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ index, key, start }) => {
          const change = changes[index];
          if (!change) return null;
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              data-undone={change.undone}
              aria-setsize={total}
              aria-posinset={index + 1}
              className={classes.change}
              style={{ transform: `translateY(${start - margin}px)` }}
            >
              <ChangeRow change={change} />
            </li>
          );
        })}
      </ol>
    </>
  );
}
