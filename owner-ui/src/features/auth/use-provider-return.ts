import type { User } from '@ostatok/api/contract/auth.ts';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { api } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { nameOfProvider } from '../../lib/providers.ts';
import { session } from '../../lib/session.ts';
import { decodeToken } from '../../lib/token-payload.ts';

/** The token says who it is; the rest of the person is asked for right after. */
async function startWith(token: string, refreshToken: string): Promise<void> {
  const { userId, email, role } = decodeToken(token);
  const partial = { id: userId, email, role, name: email, email_verified: true } as User;
  session.start({ token, refreshToken, user: partial });
  const answer = await api.get<{ user: User }>('/auth/me').catch(() => null);
  if (answer) session.setUser(answer.user);
}

/** The way back from an external sign-in: `?token`, `?provider`, `?error`. */
export function useProviderReturn(): void {
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  useEffect(() => {
    const error = query.get('error');
    const token = query.get('token');
    if (error) {
      notify.error(`Ошибка авторизации через ${nameOfProvider(query.get('provider') ?? '')}: ${error}`);
      setQuery({}, { replace: true });
      return;
    }
    if (!token) return;
    startWith(token, query.get('refreshToken') ?? '').then(
      () => {
        notify.success('Добро пожаловать!');
        navigate('/plans', { replace: true });
      },
      () => {
        notify.error('Ошибка авторизации');
        setQuery({}, { replace: true });
      },
    );
  }, [query, setQuery, navigate]);
}
