import './mantine.ts';
import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { Themed } from '@ostatok/kit/web/Themed.tsx';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet, useNavigate } from 'react-router';
import { session, subscribe } from '../lib/session.ts';

/** An answer that says no says it the second time too. */
const worthRetrying = (failures: number, error: Error): boolean =>
  failures < 1 && !(error instanceof ApiError && error.status >= 400 && error.status < 500);

const queries = new QueryClient({
  defaultOptions: {
    // without a connection a call fails and says so, rather than wait in silence for one
    queries: { retry: worthRetrying, staleTime: 10_000, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});

let owner = session.get()?.user.id;
subscribe(() => {
  const next = session.get()?.user.id;
  // what one person has seen is not for the next one at this screen
  if (owner !== undefined && next !== owner) {
    queries.clear();
    sessionStorage.clear();
  }
  owner = next;
});

/** Whoever has to make their sign-in safe before anything else opens. */
const mustSecure = (error: unknown): boolean => error instanceof ApiError && error.code === 'secure_account';

/**
 * What everything but the public pages stands in: the component library and the calls. A page on its way is waited for
 * outside of it, so that the old one stays until all of the new one is here.
 */
export function Rooms() {
  const navigate = useNavigate();
  useEffect(
    () =>
      queries.getQueryCache().subscribe(({ type, query }) => {
        if (type === 'updated' && mustSecure(query.state.error)) navigate('/profile#security', { replace: true });
      }),
    [navigate],
  );
  return (
    <Themed>
      <QueryClientProvider client={queries}>
        <Outlet />
      </QueryClientProvider>
    </Themed>
  );
}
