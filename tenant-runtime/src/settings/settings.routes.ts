import { parse } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import { settingsSchema } from '../../contract/settings.ts';
import { adminOnly } from '../users/session.routes.ts';
import type { SettingsService } from './settings.service.ts';

export function settingsRoutes(settings: SettingsService): Router {
  const router = Router();
  router.get('/', async (_req, res) => {
    res.json({ success: true, settings: await settings.get() });
  });
  router.put('/', adminOnly, async (req, res) => {
    res.json({ success: true, settings: await settings.update(parse(settingsSchema, req.body)) });
  });
  return router;
}
