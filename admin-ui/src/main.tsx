import '@fontsource-variable/manrope';
import './admin.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';

// the server gives this page at /test and /product-matching too, where its router finds nothing
if (!location.pathname.startsWith('/admin')) location.replace('/admin/');

const root = document.getElementById('root');
if (!root) throw new Error('no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
