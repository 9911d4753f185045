import { createApiClient } from '@ostatok/kit/web/api-client.ts';
import type { VenueEndpoints } from '@ostatok/tenant-runtime/contract/endpoints.ts';
import toast from 'react-hot-toast';
import { renewSession, type Session, session } from '../session/session.ts';
import { syncTime } from './clock.ts';

/**
 * Creates an API client bound to one user, whoever signs in meanwhile in another tab: this user's records must never be
 * sent as another's.
 */
export function openApi(user: Session['user']) {
  let waitUntil = 0;
  const mine = (): Session | null => (session.current()?.user.id === user.id ? session.current() : null);
  const api = createApiClient<VenueEndpoints>({
    base: '/api',
    getToken: () => mine()?.token ?? null,
    async fetch(...call) {
      const askedAt = Date.now();
      const answer = await globalThis.fetch(...call);
      if (answer.ok) syncTime(answer.headers.get('date'), askedAt);
      const seconds = Number(answer.headers.get('retry-after'));
      if (seconds > 0 && !answer.ok) waitUntil = Date.now() + Math.min(seconds, 600) * 1000;
      return answer;
    },
    async onUnauthorized({ token }) {
      if (!mine()) return false;
      const renewed = await renewSession(token);
      if (!session.current()) toast.error('Вход устарел. Войдите снова — записанное сохранено', { id: 'expired' });
      return renewed && mine() !== null;
    },
  });
  /** The number of seconds that the server has asked to wait. */
  const retryAfter = (): number => Math.max(0, (waitUntil - Date.now()) / 1000);
  return { api, retryAfter };
}

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'Что-то пошло не так. Повторите';

/** Explains why the phone's storage refused a write. */
export function diskMessage(error: unknown): string {
  const full = error instanceof DOMException && error.name === 'QuotaExceededError';
  return full
    ? 'В телефоне кончилось место. Освободите его и повторите — число осталось на экране'
    : 'Телефон не смог сохранить. Обновите страницу и повторите — число осталось на экране';
}
