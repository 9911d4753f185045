import { updateProfileSchema } from '@ostatok/api/contract/auth.ts';
import { parse } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import { callerOf } from '../auth/guard.routes.ts';
import { type Accounts, toUser } from './account.service.ts';

/** Mounted at /api/auth/me, behind the user guard. */
export function profileRoutes(accounts: Accounts): Router {
  const router = Router();
  router.get('/', async (req, res) => {
    res.json({ success: true, user: toUser(await accounts.get(callerOf(req).userId)) });
  });
  router.put('/', async (req, res) => {
    const input = parse(updateProfileSchema, req.body);
    res.json({ success: true, user: toUser(await accounts.updateProfile(callerOf(req).userId, input)) });
  });
  return router;
}
