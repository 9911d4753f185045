import type { User } from '@ostatok/api/contract/auth.ts';
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

/** Lets administrators in; anybody else reads why not, and goes to the dashboard. */
export function Guard({ children }: { children: ReactNode }) {
  const [access, setAccess] = useState<'asking' | 'granted' | 'denied'>('asking');

  useEffect(() => {
    isAdmin().then(
      (admin) => setAccess(admin ? 'granted' : 'denied'),
      () => setAccess('denied'),
    );
  }, []);

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
    </main>
  );
}
