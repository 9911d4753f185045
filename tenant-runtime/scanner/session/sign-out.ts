import { createApiClient } from '@ostatok/kit/web/api-client.ts';
import type { VenueEndpoints } from '@ostatok/tenant-runtime/contract/endpoints.ts';
import { session } from './session.ts';

/**
 * Signs out here at once and on the server as soon as it is reached; without a connection the session there expires by
 * itself.
 */
export function signOut(): void {
  const left = session.fresh();
  session.signOut();
  if (!left) return;
  const api = createApiClient<VenueEndpoints>({ base: '/api', getToken: () => left.token });
  void api.call('POST /api/auth/logout', { body: { refreshToken: left.refreshToken } }).catch(() => undefined);
}
