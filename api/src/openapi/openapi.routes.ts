import { describePage, docsPage } from '@ostatok/kit/node/openapi/docs-page.ts';
import { openApiDocument } from '@ostatok/kit/node/openapi/document.ts';
import { Router } from 'express';
import { describedRoutes } from './described-routes.ts';
import { documentedEndpoints } from './documented.ts';

function describe(publicUrl: string) {
  const document = openApiDocument(documentedEndpoints(describedRoutes), publicUrl);
  const described = describePage(document);
  return { text: Buffer.from(JSON.stringify(document)), described, page: Buffer.from(docsPage(described, '')) };
}

/** Mounted at /api: describes the API to programs and people, openly, since it contains no personal data. */
export function openApiRoutes(publicUrl: string): Router {
  const router = Router();
  let kept: ReturnType<typeof describe> | undefined;
  // made once, since anybody may ask repeatedly, and not before somebody does
  const description = (): ReturnType<typeof describe> => {
    kept ??= describe(publicUrl);
    return kept;
  };
  router.get('/openapi.json', (_req, res) => void res.type('json').send(description().text));
  router.get('/docs', (req, res) => {
    const { q } = req.query;
    const { described, page } = description();
    res.type('html').send(typeof q === 'string' && q.trim() ? docsPage(described, q) : page);
  });
  return router;
}
