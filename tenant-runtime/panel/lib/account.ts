import { createApiClient } from '@ostatok/kit/web/api-client.ts';
import { inRefreshTurn } from '@ostatok/kit/web/refresher.ts';
import type { ChangePassword, LoginAnswer, OpenSession } from '@ostatok/tenant-runtime/contract/users.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from './api.ts';
import { session } from './session.ts';

const withToken = createApiClient({ base: '/api', getToken: () => session.current()?.token ?? null });

/**
 * Every sign-in of the person ends, and this page goes on with the one in the answer. Until that one is stored nothing may
 * use the refresh token, which is no longer good: so it is renewed before, where its time is up, and not while this runs.
 */
export async function changePassword(input: ChangePassword): Promise<void> {
  await api.get('/auth/me');
  await inRefreshTurn(async () => {
    const { token, refreshToken, user } = await withToken.post<LoginAnswer>('/auth/password', input);
    session.signIn({ token, refreshToken, user });
  });
}

export const useOwnSessions = () =>
  useQuery({
    queryKey: ['own-sessions'],
    queryFn: async ({ signal }) => (await api.get<{ sessions: OpenSession[] }>('/auth/sessions', { signal })).sessions,
  });

export const endSession = (id: string): Promise<unknown> => api.delete(`/auth/sessions/${id}`);

/** This one too: the page shows the sign-in at once. */
export async function endEverywhere(): Promise<void> {
  await api.delete('/auth/sessions');
  session.signOut();
}
