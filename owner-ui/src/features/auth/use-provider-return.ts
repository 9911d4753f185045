import type { SignedIn, User } from '@ostatok/api/contract/auth.ts';
import { createApiClient } from '@ostatok/kit/web/api-client.ts';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { notify } from '../../lib/notify.ts';
import { takeProviderReturn } from '../../lib/provider-return.ts';
import { nameOfProvider } from '../../lib/providers.ts';
import { type Session, session } from '../../lib/session.ts';
import { decodeToken } from '../../lib/token-payload.ts';

/** The refresh token waits in a cookie for a minute; where there is none, the access token serves its 15 minutes. */
async function sessionOf(token: string): Promise<Session> {
  const { userId } = decodeToken(token);
  const api = createApiClient({ base: '/api', getToken: () => token });
  const exchanged = await api.post<SignedIn>('/auth/refresh', {}).catch(() => null);
  if (exchanged?.user.id === userId) return exchanged;
  const { user } = await api.get<{ user: User }>('/auth/me');
  return { token, refreshToken: '', user };
}

/** The way back from an external sign-in: a token, or what went wrong. */
export function useProviderReturn(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const arrived = takeProviderReturn();
    if (!arrived) return;
    const { provider, token, error } = arrived;
    if (error !== null || token === null) {
      notify.error(`Ошибка авторизации через ${nameOfProvider(provider)}: ${error}`);
      return;
    }
    sessionOf(token).then(
      (started) => {
        session.start(started, true);
        notify.success(`Добро пожаловать! Вы вошли как ${started.user.email}`);
        navigate('/plans', { replace: true });
      },
      () => notify.error('Ошибка авторизации'),
    );
  }, [navigate]);
}
