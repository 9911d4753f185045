import { useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { isBusyElsewhere } from '../list/use-list-keys.ts';
import { addressOf, allPages } from '../tabs.ts';
import { undoLast } from '../ui/toasts.tsx';

/** The longest time between `g` and the letter of a page. */
const SEQUENCE_MS = 1500;
/** A dialog, a menu or an overlaid record: it must be closed before the palette opens. */
const MODAL = '.MuiModal-root';

/** Shortcuts that work on every page, by KeyboardEvent.code, so that they work in the Russian layout. */
export function useGlobalKeys(acts: { onPalette: () => void; onShortcuts: () => void }): void {
  const navigate = useNavigate();
  const latest = useRef(acts);
  latest.current = acts;

  // A layout effect, so that a key pressed as soon as the page is visible counts.
  useLayoutEffect(() => {
    let goingSince = -SEQUENCE_MS;
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.code === 'KeyK') {
        event.preventDefault();
        // The palette and the dialog would fight for the focus.
        if (!document.querySelector(MODAL)) latest.current.onPalette();
        return;
      }
      if ((event.ctrlKey || event.metaKey) && event.code === 'KeyZ' && !event.shiftKey && !isBusyElsewhere(event)) {
        if (undoLast()) event.preventDefault();
        return;
      }
      if (isBusyElsewhere(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      const isGoing = event.timeStamp - goingSince < SEQUENCE_MS;
      goingSince = -SEQUENCE_MS;
      if (isGoing) {
        const tab = allPages.find(({ code }) => code === event.code);
        if (tab) navigate(addressOf(tab));
        event.preventDefault();
      } else if (event.code === 'KeyG') {
        goingSince = event.timeStamp;
        event.preventDefault();
      } else if (event.key === '?') {
        event.preventDefault();
        latest.current.onShortcuts();
      }
    };
    // The capture phase comes before the page's own keys, which ignore a handled event.
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [navigate]);
}
