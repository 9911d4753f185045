import './mantine.ts';
import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { invalidatingMutations } from '@ostatok/kit/web/invalidation.ts';
import { Themed } from '@ostatok/kit/web/Themed.tsx';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet, useNavigate } from 'react-router';
import { session, subscribe } from '../lib/session.ts';

/** A request refused with 4xx would be refused again, so it is not retried. */
const worthRetrying = (failures: number, error: Error): boolean =>
  failures < 1 && !(error instanceof ApiError && error.status >= 400 && error.status < 500);

const queries = new QueryClient({
  mutationCache: invalidatingMutations(),
  defaultOptions: {
    // Without a connection a call fails at once with an error instead of waiting for one.
    queries: { retry: worthRetrying, staleTime: 10_000, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});

let owner = session.get()?.user.id;
subscribe(() => {
  const next = session.get()?.user.id;
  // One user's cached data must not be shown to the next user of this browser.
  if (owner !== undefined && next !== owner) {
    queries.clear();
    sessionStorage.clear();
  }
  owner = next;
});

/** Whether the user must secure their account before anything else is available. */
const mustSecure = (error: unknown): boolean => error instanceof ApiError && error.code === 'secure_account';

/**
 * Wraps all pages but the public ones with Mantine and the query client. The Suspense boundary is outside, so that the
 * old page stays until the new one has loaded completely.
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
