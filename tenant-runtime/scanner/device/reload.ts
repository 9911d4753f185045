import toast from 'react-hot-toast';

/** Reloads only if the page will come up again: from the service worker's cache or from a server that answers. */
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
