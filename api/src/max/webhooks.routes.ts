import { jsonBody } from '@ostatok/kit/node/json-body.ts';
import { Router } from 'express';
import { createVisitorLimit } from '../ingress/visitor-limit.ts';
import { MAX_EVENT_BYTES } from './event-limit.ts';
import type { Receiving } from './receiving.service.ts';

/** Finding a bot's secret asks the database, and anybody may send one: MAX repeats what was told to wait. */
const MOST_CHECKED = 128;
/** What follows the number differs with the token. */
const BOT = /^(\d{1,9})-[0-9a-f]{8}$/;
const botIn = (name: string): number => Number(BOT.exec(name)?.[1] ?? 0);

/** Mounted at /max: where MAX brings events. */
export function maxWebhookRoutes(receiving: Pick<Receiving, 'requireSecret' | 'receive'>): Router {
  const router = Router();
  const checked = createVisitorLimit(MOST_CHECKED);
  router.post(
    '/:bot',
    // before the body is read: anybody may send a large one
    async (req, res, next) => {
      const leave = checked.enter('', req.ip ?? '');
      const secret = req.get('x-max-bot-api-secret') ?? '';
      res.locals.bot = await receiving.requireSecret(botIn(req.params.bot), secret).finally(leave);
      next();
    },
    jsonBody(MAX_EVENT_BYTES),
    async (req, res) => {
      const event: unknown = req.body;
      await receiving.receive(res.locals.bot, event);
      res.json({ success: true });
    },
  );
  return router;
}
