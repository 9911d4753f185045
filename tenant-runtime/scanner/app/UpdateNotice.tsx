import { useEffect, useState } from 'react';
import { useScreen } from '../navigation/screen.ts';
import { Button } from '../ui/Button.tsx';
import classes from './UpdateNotice.module.css';

const ASK_MS = 3600_000;

/**
 * Checks for a new build, because an installed scanner is rarely closed and the browser checks only when a page is
 * opened.
 */
function askForNewBuilds(registration: ServiceWorkerRegistration): void {
  let askedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - askedAt < ASK_MS) return;
    askedAt = Date.now();
    registration.update().catch(() => {});
  });
}

/** Registers the service worker; returns a new build that waits for the user's consent. */
function useWaitingBuild(): ServiceWorker | null {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null);
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    function watch(registration: ServiceWorkerRegistration): void {
      askForNewBuilds(registration);
      if (registration.waiting && navigator.serviceWorker.controller) setWaiting(registration.waiting);
      registration.addEventListener('updatefound', () => {
        const next = registration.installing;
        next?.addEventListener('statechange', () => {
          if (next.state === 'installed' && navigator.serviceWorker.controller) setWaiting(next);
        });
      });
    }
    // Without the service worker the scanner still works, but not offline.
    navigator.serviceWorker.register('/scan/service-worker.js', { scope: '/scan/' }).then(watch, () => {});
  }, []);
  return waiting;
}

/** The update is offered only on these screens, where no number is half typed and no bottle is being weighed. */
const IDLE = ['find', 'about', 'queue'];

export function UpdateNotice() {
  const waiting = useWaitingBuild();
  const { name } = useScreen();
  if (!waiting || !IDLE.includes(name)) return null;
  function takeOver(): void {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    waiting?.postMessage('take-over');
  }
  return (
    <div className={classes.notice}>
      <span>Есть новая версия сканера</span>
      <Button onClick={takeOver}>Обновить</Button>
    </div>
  );
}
