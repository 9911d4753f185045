import { Router } from 'express';
import type { Lookup } from './lookup.service.ts';

export function lookupRoutes(lookup: Lookup): Router {
  const router = Router();
  router.get('/:ean', async (req, res) => {
    res.json({ success: true, ...(await lookup.find(req.params.ean)) });
  });
  return router;
}
