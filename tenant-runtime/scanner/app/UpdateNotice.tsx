import { useEffect, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import classes from './UpdateNotice.module.css';

/** Registers the offline shell; a new build waits here until the person takes it. */
function useWaitingBuild(): ServiceWorker | null {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null);
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    function watch(registration: ServiceWorkerRegistration): void {
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

export function UpdateNotice() {
  const waiting = useWaitingBuild();
  if (!waiting) return null;
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
