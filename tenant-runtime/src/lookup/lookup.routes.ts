import { Router } from 'express';
import type { Blindness } from '../counts/blindness.ts';
import { callerOf } from '../users/session.routes.ts';
import type { Lookup } from './lookup.service.ts';

export function lookupRoutes(lookup: Lookup, blindness: Blindness): Router {
  const router = Router();
  router.get('/:ean', async (req, res) => {
    const found = await lookup.find(req.params.ean);
    const shown = 'item' in found ? { ...found, item: blindness.shownItem(found.item, callerOf(req)) } : found;
    res.json({ success: true, ...shown });
  });
  return router;
}
