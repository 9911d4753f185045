import { describePage, docsPage } from '@ostatok/kit/node/openapi/docs-page.ts';
import { openApiDocument } from '@ostatok/kit/node/openapi/document.ts';
import { Router } from 'express';
import { describedRoutes } from './described-routes.ts';
import { documentedEndpoints } from './documented.ts';

/** Mounted at /api: describes the API to programs and people, openly, since it contains no personal data. */
export function openApiRoutes(publicUrl: string): Router {
  const router = Router();
  const document = openApiDocument(documentedEndpoints(describedRoutes), publicUrl);
  const described = describePage(document);
  // serialised once, since anybody may ask repeatedly
  const text = Buffer.from(JSON.stringify(document));
  const page = Buffer.from(docsPage(described, ''));
  router.get('/openapi.json', (_req, res) => void res.type('json').send(text));
  router.get('/docs', (req, res) => {
    const { q } = req.query;
    res.type('html').send(typeof q === 'string' && q.trim() ? docsPage(described, q) : page);
  });
  return router;
}
