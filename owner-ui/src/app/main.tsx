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

const isPrerendered = container.firstElementChild !== null;
if (isPrerendered) {
  // Hydrates the prerendered page once its code has loaded. It is not awaited, because that code may need this module.
  void publicPageAt(window.location.pathname)
    ?.preload()
    .then(
      () => hydrateRoot(container, page),
      // If the code does not load, the prerendered page stays, and its links work without JavaScript.
      () => undefined,
    );
} else {
  createRoot(container).render(page);
}
