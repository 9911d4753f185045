import { jsonBody } from '@ostatok/kit/node/json-body.ts';
import { Router } from 'express';
import { createVisitorLimit } from '../ingress/visitor-limit.ts';
import type { WebhookGateway } from './webhooks.service.ts';

/** Finding a bot's secret asks the database, and anybody may send one: Telegram repeats what was told to wait. */
const MOST_CHECKED = 128;

/** Mounted at /telegram: where Telegram brings updates in webhook mode. */
export function webhookRoutes(gateway: Pick<WebhookGateway, 'requireSecret' | 'receive'>): Router {
  const router = Router();
  const checked = createVisitorLimit(MOST_CHECKED);
  router.post(
    '/:tenantId',
    // before the body is read: anybody may send a large one
    async (req, _res, next) => {
      const leave = checked.enter('', req.ip ?? '');
      const secret = req.get('x-telegram-bot-api-secret-token') ?? '';
      await gateway.requireSecret(req.params.tenantId, secret).finally(leave);
      next();
    },
    jsonBody('1mb'),
    async (req, res) => {
      const update: unknown = req.body;
      await gateway.receive(req.params.tenantId, update);
      res.json({ success: true });
    },
  );
  return router;
}
