import { createEmitter } from '@ostatok/kit/web/emitter.ts';
import { useSyncExternalStore } from 'react';
import type { PhoneItem } from '../offline/catalogue.ts';
import { dismissLast } from '../recording/last-toast.ts';

/** The scanned code, so that the item's screen offers the case that was scanned. */
interface Scanned {
  ean?: string;
  pack: number;
  /** The bottle itself, which a count has once. */
  mark?: string;
}

export type Screen =
  | { name: 'find' | 'counts' | 'queue' | 'about' | 'chat' }
  | { name: 'item'; itemId?: number; itemKey?: string; scanned?: Scanned; instead?: number }
  /** The weights recorded from `since` on are of this series of weighings; with `countId` they go into this count. */
  | { name: 'series'; since: string; countId?: number }
  /** `weighed`: what the item's other bottles hold, to which the weight is added. */
  | { name: 'weigh'; itemId?: number; itemKey?: string; countId?: number; weighed?: number }
  | { name: 'new'; ean?: string; mark?: string; instead?: number; alias?: Record<string, unknown> }
  /** Whose code it is; with a mark alone, whose bottle. */
  | { name: 'attach'; ean?: string; mark?: string };

interface Place {
  screen: Screen;
  /** The number of our own history entries behind this one. */
  depth: number;
}

const changes = createEmitter();
let place: Place = read();

/** A pressed notice opens the page at `#chat`. */
function read(): Place {
  const kept = history.state as Partial<Place> | null;
  if (kept?.screen) return { screen: kept.screen, depth: kept.depth ?? 0 };
  return { screen: { name: location.hash === '#chat' ? 'chat' : 'find' }, depth: 0 };
}

function show(next: Place): void {
  place = next;
  changes.emit();
  window.scrollTo(0, 0);
}

window.addEventListener('popstate', () => show(read()));

/** Screens are history entries, so that the phone's back button works and a reload keeps the screen. */
export const screens = {
  open(screen: Screen): void {
    // The toast of the last record must not cover the next screen's keys.
    dismissLast();
    const next = { screen, depth: place.depth + 1 };
    history.pushState(next, '');
    show(next);
  },
  /** Replaces the current screen. */
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

// a notice was pressed while the page is open
navigator.serviceWorker?.addEventListener('message', ({ data }) => {
  if (data === 'open-chat' && place.screen.name !== 'chat') screens.open({ name: 'chat' });
});

type Shown = Pick<PhoneItem, 'id' | 'key'>;
const addressOf = ({ id, key }: Shown) => (key === undefined ? { itemId: id } : { itemKey: key });

export const itemScreen = (item: Shown, scanned?: Scanned): Screen => ({
  name: 'item',
  ...addressOf(item),
  ...(scanned && { scanned }),
});

/** With `countId` the weight becomes an entry of this count; without it, the new stock, together with what is `weighed`. */
export const weighScreen = (item: Shown, countId?: number, weighed?: number): Screen => ({
  name: 'weigh',
  ...addressOf(item),
  ...(countId === undefined ? {} : { countId }),
  ...(weighed === undefined ? {} : { weighed }),
});

export function useScreen(): Screen {
  return useSyncExternalStore(changes.subscribe, screens.current);
}
