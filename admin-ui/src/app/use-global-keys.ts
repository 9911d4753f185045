import { useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { isBusyElsewhere } from '../list/use-list-keys.ts';
import { undoLast } from '../ui/toasts.tsx';
import { addressOf, allPages } from './tabs.ts';

/** Between `g` and the letter of a page. */
const SEQUENCE_MS = 1500;
/** A dialog, a menu or a record that lies over its list: it is left before the palette opens. */
const MODAL = '.MuiModal-root';

/** Keys that work on every page; by their places, so that the Russian layout works the same. */
export function useGlobalKeys(acts: { onPalette: () => void; onShortcuts: () => void }): void {
  const navigate = useNavigate();
  const latest = useRef(acts);
  latest.current = acts;

  // with what is drawn: a key pressed at the first sight of it counts
  useLayoutEffect(() => {
    let goingSince = -SEQUENCE_MS;
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.code === 'KeyK') {
        event.preventDefault();
        // each of the two would hold the focus to itself
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
    // before the page's own keys, which leave alone what is taken here
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [navigate]);
}
