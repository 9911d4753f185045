import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { invalidatingMutations } from '@ostatok/kit/web/invalidation.ts';
import { Themed } from '@ostatok/kit/web/Themed.tsx';
import './app/mantine-styles.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app/App.tsx';
import { PanelToasts } from './app/PanelToasts.tsx';

const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status >= 400 && error.status < 500;

const queries = new QueryClient({
  mutationCache: invalidatingMutations(),
  defaultOptions: {
    // A request that the server refused would be refused again: only a broken connection is retried.
    queries: { staleTime: 5_000, retry: (failures, error) => failures < 1 && !isRefusal(error) },
    // Without a connection a mutation fails at once with an error, rather than run later when nobody expects it.
    mutations: { networkMode: 'always' },
  },
});

/**
 * A panel left open over an upgrade requests chunks that no longer exist: reloading gets the new page. This flag in
 * storage prevents a reload loop.
 */
const RELOADED = 'ostatok.reloaded';
addEventListener('vite:preloadError', () => {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < 60_000) return;
  // Without a connection the reloaded page would not come up.
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => {
      if (!ok) return;
      sessionStorage.setItem(RELOADED, String(Date.now()));
      location.reload();
    },
    () => {},
  );
});

const place = document.getElementById('root');
if (place) {
  createRoot(place).render(
    <StrictMode>
      <Themed>
        <QueryClientProvider client={queries}>
          <BrowserRouter>
            <App />
          </BrowserRouter>
        </QueryClientProvider>
        <PanelToasts />
      </Themed>
    </StrictMode>,
  );
}
