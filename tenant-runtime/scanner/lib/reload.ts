import toast from 'react-hot-toast';

/** Reloads where there is a page to come back to: the phone's own copy, or a server that answers. */
export async function reloadSafely(): Promise<void> {
  if (!navigator.serviceWorker?.controller) {
    const answer = await fetch('/scan/', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    if (!answer?.ok) {
      toast.error('Связи нет. Подождите и повторите — записанное сохранено в телефоне', { id: 'no-reload' });
      return;
    }
  }
  location.reload();
}
