import { jsonBody } from '@ostatok/kit/node/json-body.ts';
import { Router } from 'express';
import type { WebhookGateway } from './webhooks.service.ts';

/** Mounted at /telegram: where Telegram brings updates in webhook mode. */
export function webhookRoutes(gateway: Pick<WebhookGateway, 'requireSecret' | 'receive'>): Router {
  const router = Router();
  router.post(
    '/:tenantId',
    // before the body is read: anybody may send a large one
    async (req, _res, next) => {
      await gateway.requireSecret(req.params.tenantId, req.get('x-telegram-bot-api-secret-token') ?? '');
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
