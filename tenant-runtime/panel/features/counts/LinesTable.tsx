import { useMediaQuery } from '@mantine/hooks';
import type { CountDetails, CountEntry, CountLine } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type LinesView, useEntries } from '../../counts/counts.ts';
import type { QueuedEntry } from '../../offline/count-outbox.ts';
import { Failure } from '../../ui/Failure.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { useQueuedEntries } from '../../workspace/workspace.ts';
import { LineRow } from './LineRow.tsx';
import classes from './Lines.module.css';
import { LinesHead } from './LinesHead.tsx';
import { byItem } from './line-terms.ts';
import { NoLines } from './NoLines.tsx';
import { useLineActions } from './use-line-actions.ts';
import { useLines } from './use-lines.ts';

const HEAD = 40;
const PHONE_ROW = 120;
const DESK_ROW = 60;
// The same object each time, so that rows without entries are not rendered again.
const NOTHING: readonly CountEntry[] = [];
const NONE_QUEUED: readonly QueuedEntry[] = [];

interface LinesTableProps {
  count: CountDetails;
  view: LinesView;
  areaId: number | null;
  onEntries: (line: CountLine) => void;
  onShowAll: () => void;
}

/** Focuses a line's field once it is rendered; the row may first have to be scrolled to and its page loaded. */
function useFieldFocus(frame: React.RefObject<HTMLElement | null>) {
  const wanted = useRef<number | null>(null);
  function settle(): void {
    if (wanted.current === null) return;
    const field = frame.current?.querySelector<HTMLInputElement>(`[data-line="${wanted.current}"]`);
    if (!field) return;
    wanted.current = null;
    field.focus({ preventScroll: true });
  }
  useEffect(settle);
  return (index: number): void => {
    wanted.current = index;
    settle();
  };
}

export function LinesTable({ count, view, areaId, onEntries, onShowAll }: LinesTableProps) {
  const frame = useRef<HTMLElement>(null);
  const queue = useQueuedEntries();
  const { data: recent } = useEntries(count.id);
  const known = useMemo(() => byItem(recent ?? NOTHING, ({ item }) => item.id), [recent]);
  const queued = useMemo(
    () =>
      byItem(
        queue.filter(({ countId }) => countId === count.id),
        ({ entry }) => entry.itemId,
      ),
    [queue, count.id],
  );
  const [range, setRange] = useState({ from: 0, to: 40 });
  const dearest = count.status === 'closed' && view.state === 'differs';
  const { lines, error, retry } = useLines(count.id, view, range, dearest);
  const onPhone = useMediaQuery('(max-width: 63.99em)', undefined, { getInitialValueInEffect: false });
  const height = onPhone ? PHONE_ROW : DESK_ROW;
  const total = lines?.total ?? 0;
  const open = count.status === 'open';
  const focus = useFieldFocus(frame);
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => frame.current,
    estimateSize: () => height,
    overscan: 8,
    scrollPaddingStart: onPhone ? 0 : HEAD,
    onChange(instance) {
      const shown = instance.getVirtualItems();
      const [from, to] = [shown[0]?.index ?? 0, shown.at(-1)?.index ?? 0];
      setRange((before) => (before.from === from && before.to === to ? before : { from, to }));
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when the height changes
  useEffect(() => virtual.measure(), [height]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter begins at its beginning
  useEffect(() => virtual.scrollToOffset(0), [view.state, view.search, view.walk]);

  function goTo(index: number): void {
    if (index < 0 || index >= total) return;
    virtual.scrollToIndex(index, { align: 'auto' });
    focus(index);
  }
  const actions = useLineActions({ countId: count.id, areaId, goTo, onEntries });

  if (error && !lines) return <Failure error={error} onRetry={retry} />;
  if (!lines) return <ListSkeleton />;
  if (total === 0) return <NoLines view={view} onShowAll={onShowAll} />;
  return (
    // A closed count has no fields, but its rows must still scroll by the keyboard.
    <section
      ref={frame}
      className={classes.frame}
      data-open={open}
      data-hidden={count.hidden}
      aria-label="Позиции"
      tabIndex={open ? -1 : 0}
    >
      <table className={classes.grid} aria-label="Позиции подсчёта" aria-rowcount={total + 1}>
        <LinesHead open={open} hidden={count.hidden} />
        <tbody className={classes.body} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const line = lines.at(index);
            if (!line) return null;
            return (
              <LineRow
                key={line.item.id}
                line={line}
                index={index}
                top={start}
                known={known.get(line.item.id) ?? NOTHING}
                queued={queued.get(line.item.id) ?? NONE_QUEUED}
                open={open}
                hidden={count.hidden}
                actions={actions}
              />
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
