import { useSyncExternalStore } from 'react';

/** The state of the weighing panel: open with an item, open without one, or null when closed. */
let opened: { itemId: number | null } | null = null;
const listeners = new Set<() => void>();

function set(next: typeof opened): void {
  opened = next;
  for (const listener of listeners) listener();
}

/** Opens weighing from any page, for instance from an item's row or card. */
export const openWeighing = (itemId: number | null = null): void => set({ itemId });
export const closeWeighing = (): void => set(null);

export const useWeighingOpened = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => opened,
  );
