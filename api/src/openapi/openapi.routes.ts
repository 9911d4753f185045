import { Router } from 'express';
import { describedRoutes } from './described-routes.ts';
import { describePage, docsPage } from './docs-page.ts';
import { openApiDocument } from './document.ts';

/** Mounted at /api: describes the API to programs and people, openly, since it contains no personal data. */
export function openApiRoutes(publicUrl: string): Router {
  const router = Router();
  const document = openApiDocument(describedRoutes, publicUrl);
  const described = describePage(document);
  // serialised once, since anybody may ask repeatedly
  const text = Buffer.from(JSON.stringify(document));
  router.get('/openapi.json', (_req, res) => void res.type('json').send(text));
  router.get('/docs', (req, res) => {
    res.type('html').send(docsPage(described, typeof req.query.q === 'string' ? req.query.q : ''));
  });
  return router;
}
