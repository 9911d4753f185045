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

/** Around what opens over the page and is loaded apart: where it does not come, that is said and the page stays. */
export function LaterPart({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Guard fallback={<NotLoaded onClose={onClose} />}>
      <Suspense>{children}</Suspense>
    </Guard>
  );
}
