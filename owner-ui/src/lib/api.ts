import type { PlatformEndpoints } from '@ostatok/api/contract/endpoints.ts';
import { ApiError, createApiClient } from '@ostatok/kit/web/api-client.ts';
import { createRefresher } from '@ostatok/kit/web/refresher.ts';
import { notify } from './notify.ts';
import { session } from './session.ts';

const SESSION_OVER = 'Сеанс завершён, войдите снова';

const isAuthCall = (path: string): boolean => path.startsWith('/auth/');

/** Ends the session and says why; the route guards then redirect to the sign-in. */
function endSession(): void {
  session.end();
  notify.error(SESSION_OVER);
}

const refresh = createRefresher({ read: session.fresh, save: session.renew, end: endSession });

/** The platform's API with the signed-in user's token. */
export const api = createApiClient<PlatformEndpoints>({
  base: '/api',
  getToken: () => session.get()?.token ?? null,
  getOwner: () => session.get()?.user.id,
  async onUnauthorized({ path, token, error }) {
    if (!token) return false;
    // An expired token does not end the session, whichever call meets it first.
    const mayGoOn = !isAuthCall(path) || error.code === 'token_expired';
    if (mayGoOn && (await refresh(token))) return true;
    if (!mayGoOn) endSession();
    if (session.get())
      throw new ApiError(0, 'Нет связи с сервером. Проверьте интернет и повторите', { code: 'offline' });
    throw new ApiError(401, SESSION_OVER, { error: SESSION_OVER, code: 'session_over' });
  },
});

/** The API of the sandbox pages, which needs no sign-in. */
export const sandboxApi = createApiClient({ base: '/sandbox/api', getToken: () => null });

/** The server's error message if it has one, otherwise the fallback; if there was no response, with the reason. */
export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  if (error.status === 0) return `${fallback}. ${error.message}`;
  return typeof error.body.error === 'string' ? error.message : fallback;
}

export const hasFieldErrors = (error: unknown): boolean =>
  error instanceof ApiError && Object.keys(error.errors).length > 0;
