import { api } from './api.ts';
import { session } from './session.ts';

/** Signs out on the server and in this browser, and in the browser even if the server is not reached. */
export async function signOut(): Promise<void> {
  const refreshToken = session.get()?.refreshToken;
  await api.call('POST /api/auth/logout', { body: { refreshToken } }).catch(() => undefined);
  session.end();
}
