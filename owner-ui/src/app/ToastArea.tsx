import { Guard } from '@ostatok/kit/web/Guard.tsx';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { publicPageAt } from './public-pages.ts';

const Toasts = lazy(async () => ({ default: (await import('@ostatok/kit/web/Toasts.tsx')).Toasts }));

/**
 * The toaster is mounted by the first page that may need it and then stays, so that the toast after signing out is
 * shown on the landing page.
 */
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
