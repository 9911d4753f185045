import { Guard } from '@ostatok/kit/web/Guard.tsx';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { publicPageAt } from './public-pages.ts';

const Toasts = lazy(async () => ({ default: (await import('@ostatok/kit/web/Toasts.tsx')).Toasts }));

/** Comes with the first page that may have something to say, and then stays, so that a farewell is read on the landing. */
export function ToastArea() {
  const { pathname } = useLocation();
  const [wanted, setWanted] = useState(false);
  if (!wanted && !publicPageAt(pathname)) setWanted(true);
  if (!wanted) return null;
  return (
    <Guard fallback={null}>
      <Suspense>
        <Toasts />
      </Suspense>
    </Guard>
  );
}
