import { useSyncExternalStore } from 'react';

/** Chromium's own offer to install the page (Web App Manifest, incubations); other browsers keep it in their menu. */
interface InstallOffer extends Event {
  prompt: () => Promise<unknown>;
}

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

function keep(next: InstallOffer | null): void {
  offer = next;
  for (const listener of listeners) listener();
}

// it comes once, soon after the page, and is good for one question
window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  keep(event as InstallOffer);
});

export async function install(): Promise<void> {
  const taken = offer;
  keep(null);
  await taken?.prompt();
}

/** Whether the browser would install the scanner by itself if asked. */
export function useInstallOffered(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offer !== null,
  );
}
