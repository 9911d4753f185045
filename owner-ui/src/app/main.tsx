import './layers.css';
import '@fontsource-variable/manrope/wght.css';
import '@ostatok/kit/web/base.css';
import 'virtual:site-tokens.css';
import './app.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './App.tsx';
import { publicPageAt } from './public-pages.ts';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

const page = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
);

const drawn = container.firstElementChild !== null;
if (drawn) {
  // taken over as it stands, so its own code must be here first; not awaited, since that code may need this module
  void publicPageAt(window.location.pathname)
    ?.preload()
    .then(
      () => hydrateRoot(container, page),
      // what did not come is not missed: its links work without us
      () => undefined,
    );
} else {
  createRoot(container).render(page);
}
