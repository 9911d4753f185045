import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { Root } from '@ostatok/kit/web/Root.tsx';
import './app/mantine-styles.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app/App.tsx';

const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status >= 400 && error.status < 500;

const queries = new QueryClient({
  defaultOptions: {
    // what the server has refused it refuses again: only a broken connection is worth another try
    queries: { staleTime: 5_000, retry: (failures, error) => failures < 1 && !isRefusal(error) },
    // without a connection an order fails and says so, rather than be carried out when nobody expects it
    mutations: { networkMode: 'always' },
  },
});

/** A panel left open over an upgrade asks for parts that are no longer there: the page of today has its own. */
const RELOADED = 'ostatok.reloaded';
addEventListener('vite:preloadError', () => {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < 60_000) return;
  // without a connection there would be no page to come back to
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
      <Root>
        <QueryClientProvider client={queries}>
          <BrowserRouter>
            <App />
          </BrowserRouter>
        </QueryClientProvider>
      </Root>
    </StrictMode>,
  );
}
