import { catalogueSearchSchema } from '@ostatok/api/contract/catalogue.ts';
import { parse } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import type { Matching } from './matching.service.ts';

/** Mounted at /api/catalog, behind the guard. */
export function matchingRoutes(matching: Matching): Router {
  const router = Router();
  router.get('/search', async (req, res) => {
    const { q } = parse(catalogueSearchSchema, req.query);
    const results = await matching.search(q);
    res.json({ success: true, data: { results }, results });
  });
  return router;
}
