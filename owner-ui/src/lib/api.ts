import { ApiError, createApiClient } from '@ostatok/kit/web/api-client.ts';
import { createRefresher } from '@ostatok/kit/web/refresher.ts';
import { session } from './session.ts';

const isAuthCall = (path: string): boolean => path.startsWith('/auth/');

const refresh = createRefresher({ read: session.fresh, save: session.renew, end: session.end });

/** The platform's API as whoever is signed in. */
export const api = createApiClient({
  base: '/api',
  getToken: () => session.get()?.token ?? null,
  async onUnauthorized({ path, token, error }) {
    if (!token) return false;
    // a token that has run out is no sign-out yet, whichever call meets it first
    if (!isAuthCall(path) || error.code === 'token_expired') return refresh(token);
    session.end();
    return false;
  },
});

/** The sandbox pages' own API, which asks for no sign-in. */
export const sandboxApi = createApiClient({ base: '/sandbox/api', getToken: () => null });

/** The server's own words where it gave any, else the screen's. */
export function messageOf(error: unknown, fallback: string): string {
  if (error instanceof ApiError && (error.status === 0 || typeof error.body.error === 'string')) return error.message;
  return fallback;
}
