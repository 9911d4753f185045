import { createApiClient } from '@ostatok/kit/web/api-client.ts';
import { inRefreshTurn } from '@ostatok/kit/web/refresher.ts';
import type { VenueEndpoints } from '@ostatok/tenant-runtime/contract/endpoints.ts';
import type { ChangePassword } from '@ostatok/tenant-runtime/contract/users.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../client/api.ts';
import { session } from '../../session/session.ts';

const withToken = createApiClient<VenueEndpoints>({ base: '/api', getToken: () => session.current()?.token ?? null });

/**
 * Changes the password, which ends all of the user's sessions; this page continues with the session in the response.
 * The old refresh token is invalid as soon as the server answers: an expired access token is therefore renewed before,
 * and no renewal runs until the new session is stored.
 */
export async function changePassword(input: ChangePassword): Promise<void> {
  await api.call('GET /api/auth/me');
  await inRefreshTurn(async () => {
    const { token, refreshToken, user } = await withToken.call('POST /api/auth/password', { body: input });
    session.signIn({ token, refreshToken, user });
  });
}

export const useOwnSessions = () =>
  useQuery({
    queryKey: ['own-sessions'],
    queryFn: async ({ signal }) => (await api.call('GET /api/auth/sessions', { signal })).sessions,
  });

export const endSession = (id: string): Promise<unknown> =>
  api.call('DELETE /api/auth/sessions/:id', { params: { id } });

/** Ends this session as well: the page shows the sign-in at once. */
export async function endEverywhere(): Promise<void> {
  await api.call('DELETE /api/auth/sessions');
  session.signOut();
}
