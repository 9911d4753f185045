import { parse } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import { aliasesSchema } from '../../contract/internal.ts';
import type { VenueCatalogue } from './catalogue.service.ts';

/** Mounted at /internal/aliases, which only the platform can call. */
export function catalogueRoutes(catalogue: VenueCatalogue): Router {
  const router = Router();
  router.post('/', async (req, res) => {
    res.json({ success: true, ...(await catalogue.take(parse(aliasesSchema, req.body).aliases)) });
  });
  return router;
}
