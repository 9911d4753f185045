import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { QueryClient } from '@tanstack/react-query';
import { failed } from './auth-provider.ts';

const ASK_AGAIN_MS = 10_000;

/** Whether the error is temporary: there was no response, or the server is unavailable for now. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/**
 * Server events keep the data current; it becomes stale after half a minute in case an event is missed. Queries that
 * failed for lack of the server are retried until they succeed.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      retry: 1,
      // Without a network a query fails with an error instead of waiting silently.
      networkMode: 'always',
      refetchOnReconnect: true,
      refetchInterval: ({ state }) => (isPassing(state.error) ? ASK_AGAIN_MS : false),
    },
    mutations: { networkMode: 'always' },
  },
});

queryClient.getQueryCache().config.onError = failed;
queryClient.getMutationCache().config.onError = failed;
