import { preferenceSchema } from '@ostatok/api/contract/preferences.ts';
import { parse } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import { callerOf } from '../auth/guard.routes.ts';
import type { Preferences } from './preferences.service.ts';

/** Mounted at /api/admin/preferences, behind the administrator's guard; each administrator has their own. */
export function preferencesRoutes(preferences: Preferences): Router {
  const router = Router();

  router.get('/', async (req, res) => {
    res.json({ success: true, preferences: await preferences.all(callerOf(req).userId) });
  });

  router.get('/:key', async (req, res) => {
    res.json({ success: true, preferences: await preferences.one(callerOf(req).userId, req.params.key) });
  });

  router.put('/:key', async (req, res) => {
    const { value } = parse(preferenceSchema, req.body);
    res.json({ success: true, preferences: await preferences.save(callerOf(req).userId, req.params.key, value) });
  });

  router.delete('/:key', async (req, res) => {
    res.json({ success: true, preferences: await preferences.remove(callerOf(req).userId, req.params.key) });
  });

  return router;
}
