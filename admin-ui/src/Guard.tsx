import { Button } from '@mui/material';
import type { User } from '@ostatok/api/contract/auth.ts';
import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import { type ReactNode, useEffect, useState } from 'react';
import { DASHBOARD } from './auth-provider.ts';
import { api } from './http-client.ts';
import { session } from './session.ts';

/** Long enough to be read. */
const SHOWN_MS = 2000;

/** What the server says of whoever is signed in: what the browser keeps may be old, or made up. */
async function isAdmin(): Promise<boolean> {
  if (!session.token()) return false;
  const { user } = await api.get<{ user: User }>('/api/auth/me');
  return user.role === 'admin';
}

/** Anything else says nothing of who somebody is: the server may be away. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || error.status === 403);

/** Lets administrators in; anybody else reads why not, and goes to the dashboard. */
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
