import { useEffect, useRef } from 'react';
import { toastNewVersion } from '../ui/toasts.tsx';

/** A window that was left alone looks at most this often. */
const PAUSE_MS = 10 * 60_000;
const SCRIPT = 'script[type="module"][src]';

const scriptOf = (page: Document): string | null => page.querySelector(SCRIPT)?.getAttribute('src') ?? null;

async function isThereNewer(): Promise<boolean> {
  const answer = await fetch('/admin', { headers: { accept: 'text/html' }, cache: 'no-cache' });
  if (!answer.ok) return false;
  const served = scriptOf(new DOMParser().parseFromString(await answer.text(), 'text/html'));
  return served !== null && served !== scriptOf(document);
}

/** A window open since before a release is told of it: when the server comes back, and when it is looked at again. */
export function useNewVersion(isLive: boolean): void {
  const wasLive = useRef(false);
  const lookedAt = useRef(Date.now());
  const look = useRef(() => {
    lookedAt.current = Date.now();
    isThereNewer().then(
      (isNewer) => isNewer && toastNewVersion(),
      // whoever cannot be asked is asked the next time
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
