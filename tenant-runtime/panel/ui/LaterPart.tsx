import { Guard } from '@ostatok/kit/web/Guard.tsx';
import { type ReactNode, Suspense, useEffect } from 'react';
import toast from 'react-hot-toast';

function NotLoaded({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    toast.error('Не загрузилось. Проверьте интернет и обновите страницу', { id: 'not-loaded' });
    onClose();
  }, [onClose]);
  return null;
}

/** An error boundary around a lazily loaded overlay: if loading fails, it says so and the page stays. */
export function LaterPart({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Guard fallback={<NotLoaded onClose={onClose} />}>
      <Suspense>{children}</Suspense>
    </Guard>
  );
}
