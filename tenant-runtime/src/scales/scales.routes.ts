import { Router } from 'express';
import type { Scales } from './scales.service.ts';

export function scalesRoutes(scales: Scales): Router {
  const router = Router();
  router.get('/', (_req, res) => {
    res.json({ success: true, ...scales.current() });
  });
  return router;
}
