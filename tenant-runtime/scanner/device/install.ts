import { createEmitter } from '@ostatok/kit/web/emitter.ts';
import { useSyncExternalStore } from 'react';

/**
 * Chromium's event that offers to install the page (Web App Manifest, incubations); other browsers install from their
 * menu.
 */
interface InstallOffer extends Event {
  prompt: () => Promise<unknown>;
}

let offer: InstallOffer | null = null;
const changes = createEmitter();

function keep(next: InstallOffer | null): void {
  offer = next;
  changes.emit();
}

// The event fires once, soon after loading, and is good for one prompt.
window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  keep(event as InstallOffer);
});

export async function install(): Promise<void> {
  const taken = offer;
  keep(null);
  await taken?.prompt();
}

/** Whether the browser can show its install prompt. */
export function useInstallOffered(): boolean {
  return useSyncExternalStore(changes.subscribe, () => offer !== null);
}
