import { useSyncExternalStore } from 'react';
import toast from 'react-hot-toast';
import { RECORDED } from './take-back-toasts.ts';

/** What a scan showed of the item, so that its screen offers the case that was scanned. */
interface Scanned {
  ean: string;
  pack: number;
}

export type Screen =
  | { name: 'find' | 'counts' | 'queue' | 'about' }
  | { name: 'item'; itemId?: number; itemKey?: string; scanned?: Scanned; instead?: number }
  | { name: 'weigh'; itemId?: number; itemKey?: string; countId?: number }
  | { name: 'new'; ean?: string; instead?: number; alias?: Record<string, unknown> }
  | { name: 'attach'; ean: string };

interface Place {
  screen: Screen;
  /** How many of ours are behind it, for the way back. */
  depth: number;
}

const listeners = new Set<() => void>();
let place: Place = read();

function read(): Place {
  const kept = history.state as Partial<Place> | null;
  return kept?.screen ? { screen: kept.screen, depth: kept.depth ?? 0 } : { screen: { name: 'find' }, depth: 0 };
}

function show(next: Place): void {
  place = next;
  for (const listener of listeners) listener();
  window.scrollTo(0, 0);
}

window.addEventListener('popstate', () => show(read()));

/** The phone's own way back leads from screen to screen, and a reload stays where it is. */
export const screens = {
  open(screen: Screen): void {
    // What was said of the record before must not lie over the next one's keys.
    toast.dismiss(RECORDED);
    const next = { screen, depth: place.depth + 1 };
    history.pushState(next, '');
    show(next);
  },
  /** In place of this one. */
  replace(screen: Screen): void {
    const next = { screen, depth: place.depth };
    history.replaceState(next, '');
    show(next);
  },
  back(): void {
    if (place.depth > 0) history.back();
    else screens.replace({ name: 'find' });
  },
  current: (): Screen => place.screen,
};

/** `countId`: the weight is an entry of this count; without it, the new stock. */
export const weighScreen = ({ id, key }: { id: number; key?: string }, countId?: number): Screen => ({
  name: 'weigh',
  ...(key === undefined ? { itemId: id } : { itemKey: key }),
  ...(countId === undefined ? {} : { countId }),
});

export function useScreen(): Screen {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, screens.current);
}
