import { QueryClient } from '@tanstack/react-query';
import { failed } from './auth-provider.ts';

/** What is shown is kept current by the server's events; half a minute is for whoever misses one. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 30_000, gcTime: 10 * 60_000, retry: 1 } },
});

queryClient.getQueryCache().config.onError = failed;
queryClient.getMutationCache().config.onError = failed;
