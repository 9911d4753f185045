import { createApiClient } from '@ostatok/kit/web/api-client.ts';
import toast from 'react-hot-toast';
import { session } from './session.ts';

/** The venue's own API, as the person who is signed in. */
export const api = createApiClient({
  base: '/api',
  getToken: () => session.current()?.token ?? null,
  onUnauthorized({ token }) {
    if (token && token === session.current()?.token) {
      session.signOut();
      toast.error('Вход устарел. Войдите снова — записанное сохранено', { id: 'expired' });
    }
    return false;
  },
});

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'Что-то пошло не так. Повторите';
