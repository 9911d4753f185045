import { createApiClient } from '@ostatok/kit/web/api-client.ts';
import { session } from './session.ts';

/** Here at once, and at the venue as soon as it hears: without a connection the sign-in there ends by its time. */
export function signOut(): void {
  const left = session.fresh();
  session.signOut();
  if (!left) return;
  const api = createApiClient({ base: '/api', getToken: () => left.token });
  void api.post('/auth/logout', { refreshToken: left.refreshToken }).catch(() => undefined);
}
