import { createApiClient } from '@ostatok/kit/web/api-client.ts';
import type { VenueEndpoints } from '@ostatok/tenant-runtime/contract/endpoints.ts';
import toast from 'react-hot-toast';
import { renewSession, session } from '../session/session.ts';
import { syncTime } from './clock.ts';

/** The tenant's API with the signed-in user's token. */
export const api = createApiClient<VenueEndpoints>({
  base: '/api',
  getToken: () => session.current()?.token ?? null,
  getOwner: () => session.current()?.user.id,
  async fetch(...call) {
    const askedAt = Date.now();
    const answer = await globalThis.fetch(...call);
    if (answer.ok) syncTime(answer.headers.get('date'), askedAt);
    return answer;
  },
  async onUnauthorized({ token }) {
    if (!token) return false;
    const renewed = await renewSession(token);
    if (!session.current()) toast.error('Вход устарел. Войдите снова — ваши изменения сохранены', { id: 'expired' });
    return renewed;
  },
});

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'Что-то пошло не так. Повторите';
