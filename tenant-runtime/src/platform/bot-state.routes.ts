import { Router } from 'express';
import { adminOnly } from '../users/session.routes.ts';
import type { BotStates } from './bot-state.service.ts';

export function botStateRoutes(botState: BotStates): Router {
  const router = Router();
  router.get('/', adminOnly, async (_req, res) => {
    res.json({ success: true, bot: await botState.read() });
  });
  return router;
}
