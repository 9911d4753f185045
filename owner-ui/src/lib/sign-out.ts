import { api } from './api.ts';
import { session } from './session.ts';

/** Signs out on the server and in this browser, and in the browser even if the server is not reached. */
export async function signOut(): Promise<void> {
  const refreshToken = session.get()?.refreshToken;
  await api.post('/auth/logout', { refreshToken }).catch(() => undefined);
  session.end();
}
