import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { App } from './App.tsx';
import { type PublicPage, publicPages } from './public-pages.ts';

export interface PrerenderedPage extends Omit<PublicPage, 'Page' | 'preload'> {
  html: string;
}

/** Renders every public page as a guest first sees it. */
export async function renderPages(): Promise<PrerenderedPage[]> {
  await Promise.all(publicPages.map(({ preload }) => preload()));
  return publicPages.map(({ path, source, title, description }) => ({
    path,
    source,
    title,
    description,
    html: renderToString(
      <StrictMode>
        <StaticRouter location={path}>
          <App />
        </StaticRouter>
      </StrictMode>,
    ),
  }));
}
