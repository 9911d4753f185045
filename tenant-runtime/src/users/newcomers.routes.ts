import { NotFound } from '@ostatok/kit/node/errors.ts';
import { sendList } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import type { Newcomers } from './newcomers.service.ts';
import { adminOnly, callerOf, notSupport, originOf } from './session.routes.ts';

/** Telegram's ids need more than 32 bits. */
function telegramId(value: unknown): number {
  const id = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : 0;
  if (id < 1 || !Number.isSafeInteger(id)) throw new NotFound('Такого запроса нет');
  return id;
}

interface Deps {
  newcomers: Newcomers;
  /** Informs the newcomer in the chat; returns false if they cannot be reached. */
  welcome: (telegramId: number) => Promise<boolean>;
}

export function newcomersRoutes({ newcomers, welcome }: Deps): Router {
  const router = Router();
  router.use(adminOnly);
  router.get('/', async (_req, res) => sendList(res, 'newcomers', await newcomers.list()));
  router.post('/:id/admit', notSupport, async (req, res) => {
    const id = telegramId(req.params.id);
    await newcomers.admit(id, { ...callerOf(req), ...originOf(req) });
    res.json({ success: true, told: await welcome(id) });
  });
  router.post('/:id/refuse', notSupport, async (req, res) => {
    await newcomers.refuse(telegramId(req.params.id), { ...callerOf(req), ...originOf(req) });
    res.json({ success: true });
  });
  return router;
}
