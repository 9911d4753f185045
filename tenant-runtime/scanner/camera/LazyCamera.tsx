import { Guard } from '@ostatok/kit/web/Guard.tsx';
import { lazy, Suspense } from 'react';
import { NotLoaded } from '../device/NotLoaded.tsx';
import classes from './LazyCamera.module.css';

const Camera = lazy(async () => ({ default: (await import('./Camera.tsx')).Camera }));

/** The camera, whose code is loaded with the first screen that shows it; its place is kept meanwhile. */
export function LazyCamera({ onCode }: { onCode: (code: string) => void }) {
  return (
    <Guard fallback={<NotLoaded what="Камера не загрузилась. Введите код или название." />}>
      <Suspense fallback={<div className={classes.place} />}>
        <Camera onCode={onCode} />
      </Suspense>
    </Guard>
  );
}
