import { Button } from '@mui/material';
import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import { type ReactNode, useEffect, useState } from 'react';
import { DASHBOARD } from './auth-provider.ts';
import { api } from './http-client.ts';
import { session } from './session.ts';

/** Long enough for the message to be read. */
const SHOWN_MS = 2000;

/** Asks the server for the user's role, because what the browser stores may be outdated or forged. */
async function isAdmin(): Promise<boolean> {
  if (!session.token()) return false;
  const { user } = await api.call('GET /api/auth/me');
  return user.role === 'admin';
}

/** Only a refusal decides about the role; any other error may mean that the server is down. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || error.status === 403);

/** Admits administrators; anybody else sees an explanation and is redirected to the dashboard. */
export function Guard({ children }: { children: ReactNode }) {
  const [access, setAccess] = useState<'asking' | 'granted' | 'denied' | 'unknown'>('asking');

  useEffect(() => {
    if (access !== 'asking') return;
    isAdmin().then(
      (admin) => setAccess(admin ? 'granted' : 'denied'),
      (error) => setAccess(isRefusal(error) ? 'denied' : 'unknown'),
    );
  }, [access]);

  useEffect(() => {
    if (access !== 'denied') return;
    const timer = setTimeout(() => window.location.replace(DASHBOARD), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [access]);

  if (access === 'granted') return children;
  return (
    <main className="gate" aria-busy={access === 'asking'}>
      <Mark size={56} />
      {access === 'denied' && (
        <>
          <h1 role="alert">Доступ запрещен</h1>
          <p>
            Этот раздел только для администраторов. <a href={DASHBOARD}>В дашборд</a>
          </p>
        </>
      )}
      {access === 'unknown' && (
        <>
          <h1 role="alert">Не удалось загрузить данные</h1>
          <Button variant="contained" onClick={() => setAccess('asking')}>
            Повторить
          </Button>
        </>
      )}
    </main>
  );
}
