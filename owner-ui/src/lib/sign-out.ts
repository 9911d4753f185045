import { api } from './api.ts';
import { session } from './session.ts';

/** At the server and in this browser; in the browser also where the server does not hear of it. */
export async function signOut(): Promise<void> {
  const refreshToken = session.get()?.refreshToken;
  await api.post('/auth/logout', { refreshToken }).catch(() => undefined);
  session.end();
}
