import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import type { Action, RowId } from './types.ts';

/** A second press within this time is ignored, because a held key presses repeatedly. */
const SECOND_PRESS_MS = 400;

interface RunButtonProps<Row> {
  action: Action<Row>;
  rows: Row[];
  className: string;
  title?: string | undefined;
  'aria-label'?: string;
  tabIndex?: number;
  onDone?: () => void;
  children: ReactNode;
}

/** The button of an action: a double press runs it once, and it shows while it runs. */
export function RunButton<Row extends { id: RowId }>({ action, rows, onDone, ...button }: RunButtonProps<Row>) {
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const doneAt = useRef(0);
  async function run(event: MouseEvent): Promise<void> {
    event.stopPropagation();
    // A second press is ignored even if another action has taken the place of the intended one.
    const isKey = event.detail === 0;
    const isSecond = event.detail > 1 || (isKey && Date.now() - doneAt.current < SECOND_PRESS_MS);
    if (isRunning.current || (isSecond && !action.repeats)) return;
    isRunning.current = true;
    setBusy(true);
    try {
      await action.run(rows);
      onDone?.();
    } finally {
      doneAt.current = Date.now();
      isRunning.current = false;
      setBusy(false);
    }
  }
  return <button type="button" aria-busy={isBusy || undefined} onClick={run} {...button} />;
}
