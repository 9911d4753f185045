import { useLayoutEffect, useRef } from 'react';
import { isDialogOpen } from '../ui/dialogs.tsx';

/** The handlers of a list's keys; keys are matched by KeyboardEvent.code, so that they work in the Russian layout. */
interface ListKeys {
  move: (by: number, extend: boolean) => void;
  moveTo: (end: 'first' | 'last') => void;
  open: () => void;
  toggle: () => void;
  all: () => void;
  leave: () => void;
  search: () => void;
  /** Moves the row itself. */
  shift: (by: number) => void;
  /** Handles any other key by its code; returns whether it did something. */
  other: (code: string) => boolean;
}

const ROWS_PER_PAGE = 15;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  (target as HTMLInputElement).type !== 'checkbox';

/** Whether the key belongs to another element, such as a text field. */
export const isBusyElsewhere = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  isTyping(event.target) ||
  isDialogOpen() ||
  document.querySelector('[role="dialog"][aria-modal="true"], .MuiModal-root [role="menu"], [cmdk-dialog]') !== null;

const onControl = (event: KeyboardEvent): boolean =>
  event.target instanceof HTMLElement && event.target.closest('button, a, summary, input') !== null;

function actOn(event: KeyboardEvent, keys: ListKeys): boolean {
  const { code, key, shiftKey } = event;
  if (event.ctrlKey || event.metaKey) {
    if (code !== 'KeyA') return false;
    keys.all();
    return true;
  }
  if (event.altKey) {
    if (code !== 'ArrowDown' && code !== 'ArrowUp') return false;
    keys.shift(code === 'ArrowDown' ? 1 : -1);
    return true;
  }
  if (code === 'ArrowDown' || code === 'KeyJ') keys.move(1, shiftKey);
  else if (code === 'ArrowUp' || code === 'KeyK') keys.move(-1, shiftKey);
  else if (code === 'PageDown') keys.move(ROWS_PER_PAGE, shiftKey);
  else if (code === 'PageUp') keys.move(-ROWS_PER_PAGE, shiftKey);
  else if (code === 'Home') keys.moveTo('first');
  else if (code === 'End') keys.moveTo('last');
  else if (code === 'KeyX') keys.toggle();
  else if (code === 'Escape') keys.leave();
  else if (key === '/' || (code === 'Slash' && !shiftKey)) keys.search();
  else if (code === 'Enter' && !onControl(event)) keys.open();
  else if (code === 'Space' && !onControl(event)) keys.toggle();
  // a held key would decide row after row unread
  else return !event.repeat && keys.other(code);
  return true;
}

/** The keys work on the whole page, unless the user is typing or a dialog is open. */
export function useListKeys(keys: ListKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  // A layout effect, so that a key pressed as soon as the list is visible counts.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isBusyElsewhere(event)) return;
      if (actOn(event, latest.current)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
