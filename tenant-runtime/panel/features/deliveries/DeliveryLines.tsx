import { Button } from '@mantine/core';
import type { DeliveryDetails } from '@ostatok/tenant-runtime/contract/deliveries.endpoints.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type Ref, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isSlash, isTyping } from '../../keyboard/keys.ts';
import { useKeyDown } from '../../keyboard/use-key-down.ts';
import { useLatest } from '../../rows/use-latest.ts';
import { DeliveryRow } from './DeliveryRow.tsx';
import type { DecisionQueue, QueuedDecision } from './decision-queue.ts';
import { knownDelivery } from './deliveries.ts';
import { nextOpen } from './delivery-lines.ts';
import classes from './Lines.module.css';
import type { Decision } from './row-actions.ts';

/** Rows that are drawn at once: a delivery may have thousands. */
const PAGE = 100;

export interface LinesHandle {
  /** Focuses the first line after `place` about which something has to be said; returns false if there is none. */
  next: (place?: number) => boolean;
}

const placeOf = (element: EventTarget | null): number => {
  const row = element instanceof Element ? element.closest<HTMLElement>('[data-place]') : null;
  return Number(row?.dataset.place ?? 0);
};

const isPlain = ({ ctrlKey, altKey, metaKey, shiftKey }: globalThis.KeyboardEvent): boolean =>
  !(ctrlKey || altKey || metaKey || shiftKey);

interface DeliveryLinesProps {
  delivery: DeliveryDetails;
  /** Null for a delivery that is a draft no more. */
  queue: DecisionQueue | null;
  queued: ReadonlyMap<number, QueuedDecision>;
  isCutOff: boolean;
  /** Called when a decision was made and no other line is open. */
  onAllDecided: () => void;
  ref: Ref<LinesHandle>;
}

/** The lines of a delivery, with what has to be said about each beside it. */
export function DeliveryLines({ delivery, queue, queued, isCutOff, onAllDecided, ref }: DeliveryLinesProps) {
  const { id, rows } = delivery;
  const queries = useQueryClient();
  const list = useRef<HTMLOListElement>(null);
  const [shown, setShown] = useState(PAGE);

  function focus(place: number): void {
    const index = rows.findIndex((line) => line.place === place);
    if (index >= shown) flushSync(() => setShown(index + PAGE));
    const row = list.current?.querySelector(`[data-place="${place}"]`);
    row?.scrollIntoView({ block: 'center' });
    row?.querySelector<HTMLElement>('[data-decide] :is(button, input)')?.focus({ preventScroll: true });
  }

  function next(place = 0): boolean {
    const saving = new Map([...(queue?.snapshot() ?? [])].filter(([, { state }]) => state === 'waiting'));
    // what has just been saved may not be drawn yet
    const known = knownDelivery(queries, id) ?? delivery;
    const found = nextOpen(known.rows, saving, place);
    if (found !== undefined) focus(found);
    return found !== undefined;
  }
  useImperativeHandle(ref, () => ({ next }));

  const goOn = useLatest((place: number): void => {
    if (!next(place)) onAllDecided();
  });
  const decide = useLatest((place: number, decision: Decision, { stay } = { stay: false }): void => {
    queue?.decide({ place, ...decision });
    if (!stay) goOn(place);
  });
  const isDraft = queue !== null;
  const actions = useMemo(() => (isDraft ? { decide, next: goOn } : null), [isDraft, decide, goOn]);

  useKeyDown((event) => {
    if (!actions || isTyping(event.target) || document.querySelector('[role=dialog]')) return;
    const place = placeOf(event.target);
    const line = rows.find((one) => one.place === place);
    const isChoosing = line && list.current?.querySelector(`[data-place="${place}"] [role=combobox]`);
    const proposed = isChoosing ? line.proposals[Number(/^Digit([123])$/.exec(event.code)?.[1] ?? 0) - 1] : undefined;
    if (isPlain(event) && event.code === 'KeyN') next(place);
    else if (isPlain(event) && proposed) decide(place, { item_id: proposed.item_id, skipped: false });
    else if (isPlain(event) && isChoosing && event.key === 'Delete') decide(place, { skipped: true });
    else if (isSlash(event) && isChoosing instanceof HTMLElement) isChoosing.focus();
    else return;
    event.preventDefault();
  });

  return (
    <>
      <ol ref={list} className={classes.lines} aria-label="Строки накладной">
        {rows.slice(0, shown).map((line) => (
          <DeliveryRow
            key={line.place}
            line={line}
            queued={queued.get(line.place)}
            isCutOff={isCutOff}
            actions={actions}
          />
        ))}
      </ol>
      {shown < rows.length && (
        <Button variant="default" onClick={() => setShown(shown + PAGE)}>
          Показать ещё {Math.min(PAGE, rows.length - shown)} из {rows.length}
        </Button>
      )}
    </>
  );
}
