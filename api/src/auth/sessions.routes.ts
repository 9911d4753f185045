import { deviceName } from '@ostatok/kit/node/device-name.ts';
import { NotFound } from '@ostatok/kit/node/errors.ts';
import { Router } from 'express';
import type { OpenSession } from '../../contract/sign-in.ts';
import { callerOf } from './guard.routes.ts';
import type { Sessions } from './sessions.service.ts';

/** Mounted at /api/auth/sessions, behind the guard. */
export function sessionsRoutes(sessions: Pick<Sessions, 'open' | 'end' | 'endEverywhere'>): Router {
  const router = Router();

  router.get('/', async (req, res) => {
    const { userId, sessionId } = callerOf(req);
    const open = (await sessions.open(userId)).map(
      (row): OpenSession => ({
        id: row.family,
        device: deviceName(row.user_agent),
        ip: row.ip,
        started_at: row.started_at.toISOString(),
        last_used_at: row.created_at.toISOString(),
        current: row.family === sessionId,
      }),
    );
    res.json({ success: true, sessions: open.sort((a, b) => Number(b.current) - Number(a.current)) });
  });

  router.delete('/', async (req, res) => {
    await sessions.endEverywhere(callerOf(req).userId);
    res.json({ success: true });
  });

  router.delete('/:id', async (req, res) => {
    const { userId } = callerOf(req);
    const known = (await sessions.open(userId)).some(({ family }) => family === req.params.id);
    if (!known) throw new NotFound('Этот сеанс уже завершён', 'session_not_found');
    await sessions.end(userId, req.params.id);
    res.json({ success: true });
  });

  return router;
}
