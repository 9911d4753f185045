import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { QueryClient } from '@tanstack/react-query';
import { failed } from './auth-provider.ts';

const ASK_AGAIN_MS = 10_000;

/** Nobody answered, or not for now. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/**
 * What is shown is kept current by the server's events; half a minute is for whoever misses one. What did not come for
 * want of the server is asked for until it does.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      retry: 1,
      // without a network it fails and is said, instead of waiting in silence
      networkMode: 'always',
      refetchOnReconnect: true,
      refetchInterval: ({ state }) => (isPassing(state.error) ? ASK_AGAIN_MS : false),
    },
    mutations: { networkMode: 'always' },
  },
});

queryClient.getQueryCache().config.onError = failed;
queryClient.getMutationCache().config.onError = failed;
