import { useEffect, useState } from 'react';
import { useScreen } from '../lib/screen.ts';
import { Button } from '../ui/Button.tsx';
import classes from './UpdateNotice.module.css';

const ASK_MS = 3600_000;

/** An installed scanner is hardly ever closed, and the browser asks for a new build only when a page is opened. */
function askForNewBuilds(registration: ServiceWorkerRegistration): void {
  let askedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - askedAt < ASK_MS) return;
    askedAt = Date.now();
    registration.update().catch(() => {});
  });
}

/** Registers the offline shell; a new build waits here until the person takes it. */
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
    // Without it the scanner still works, only not offline.
    navigator.serviceWorker.register('/scan/service-worker.js', { scope: '/scan/' }).then(watch, () => {});
  }, []);
  return waiting;
}

/** Where a number may be half typed or a bottle stands on the scales, nothing is offered. */
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
