import '@fontsource-variable/manrope';
import './admin.css';
import './app/shell.css';
import './list/list.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { keepOfflinePage } from './app/offline-page.ts';
import { session } from './session.ts';
import { pageAt } from './tabs.ts';

const root = document.getElementById('root');
if (!root) throw new Error('no #root');
keepOfflinePage();
// The page's chunk is loaded while the server checks the user.
if (session.user()?.role === 'admin') pageAt(window.location.pathname)?.prepare();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
