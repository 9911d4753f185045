import { Root } from '@ostatok/kit/web/Root.tsx';
import './mantine.ts';
import './app.css';
import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { session, subscribe } from '../lib/session.ts';
import { App } from './App.tsx';

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

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

createRoot(container).render(
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
