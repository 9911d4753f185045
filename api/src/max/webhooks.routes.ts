import { Forbidden } from '@ostatok/kit/node/errors.ts';
import { jsonBody } from '@ostatok/kit/node/json-body.ts';
import { Router } from 'express';
import { createVisitorLimit } from '../ingress/visitor-limit.ts';
import type { Receiving } from './receiving.service.ts';

/** Finding a bot's secret asks the database, and anybody may send one: MAX repeats what was told to wait. */
const MOST_CHECKED = 128;
const BOT_ID = /^\d{1,9}$/;

/** Mounted at /max: where MAX brings events. */
export function maxWebhookRoutes(receiving: Pick<Receiving, 'requireSecret' | 'receive'>): Router {
  const router = Router();
  const checked = createVisitorLimit(MOST_CHECKED);
  router.post(
    '/:bot',
    // before the body is read: anybody may send a large one
    async (req, _res, next) => {
      if (!BOT_ID.test(req.params.bot)) throw new Forbidden();
      const leave = checked.enter('', req.ip ?? '');
      const secret = req.get('x-max-bot-api-secret') ?? '';
      await receiving.requireSecret(Number(req.params.bot), secret).finally(leave);
      next();
    },
    jsonBody('1mb'),
    async (req, res) => {
      const event: unknown = req.body;
      await receiving.receive(Number(req.params.bot), event);
      res.json({ success: true });
    },
  );
  return router;
}
