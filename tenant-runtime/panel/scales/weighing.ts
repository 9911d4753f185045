import { createEmitter } from '@ostatok/kit/web/emitter.ts';
import { useSyncExternalStore } from 'react';

/** The state of the weighing panel: open with an item, open without one, or null when closed. */
let opened: { itemId: number | null } | null = null;
const changes = createEmitter();

function set(next: typeof opened): void {
  opened = next;
  changes.emit();
}

/** Opens weighing from any page, for instance from an item's row or card. */
export const openWeighing = (itemId: number | null = null): void => set({ itemId });
export const closeWeighing = (): void => set(null);

export const useWeighingOpened = () => useSyncExternalStore(changes.subscribe, () => opened);
