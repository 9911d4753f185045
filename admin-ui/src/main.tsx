import '@fontsource-variable/manrope';
import './admin.css';
import './app/shell.css';
import './list/list.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { keepOfflinePage } from './app/offline-page.ts';

const root = document.getElementById('root');
if (!root) throw new Error('no #root');
keepOfflinePage();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
