import { useEffect, useRef } from 'react';
import { toastNewVersion } from '../ui/toasts.tsx';

/** The shortest time between two checks when the window becomes visible. */
const PAUSE_MS = 10 * 60_000;
const SCRIPT = 'script[type="module"][src]';

const scriptOf = (page: Document): string | null => page.querySelector(SCRIPT)?.getAttribute('src') ?? null;

async function isThereNewer(): Promise<boolean> {
  const answer = await fetch('/admin', { headers: { accept: 'text/html' }, cache: 'no-cache' });
  if (!answer.ok) return false;
  const served = scriptOf(new DOMParser().parseFromString(await answer.text(), 'text/html'));
  return served !== null && served !== scriptOf(document);
}

/**
 * Shows a toast in a window opened before a release; it checks after a reconnection and when the window becomes
 * visible.
 */
export function useNewVersion(isLive: boolean): void {
  const wasLive = useRef(false);
  const lookedAt = useRef(Date.now());
  const look = useRef(() => {
    lookedAt.current = Date.now();
    isThereNewer().then(
      (isNewer) => isNewer && toastNewVersion(),
      // If the server cannot be asked, the next check does it.
      () => undefined,
    );
  }).current;

  useEffect(() => {
    if (isLive && wasLive.current) look();
    if (isLive) wasLive.current = true;
  }, [isLive, look]);

  useEffect(() => {
    const onShown = () => {
      if (document.visibilityState === 'visible' && Date.now() - lookedAt.current > PAUSE_MS) look();
    };
    document.addEventListener('visibilitychange', onShown);
    return () => document.removeEventListener('visibilitychange', onShown);
  }, [look]);
}
