import { TooMany } from '@ostatok/kit/node/errors.ts';
import { parse } from '@ostatok/kit/node/http.ts';
import express, { type RequestHandler, Router } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import * as yup from 'yup';
import { optionalPart, optionalText } from './providers/yookassa-shapes.ts';
import type { YookassaWebhook } from './yookassa-webhook.service.ts';

/** YooKassa has a handful of addresses and sends what was refused again: a night's renewals get through. */
export const webhookLimit = { points: 1200, duration: 60 };

const ID_LENGTH = 64;

const notificationSchema = yup.object({
  event: yup.string().required('Нет события'),
  object: yup
    .object({
      id: yup.string().strict().required('Нет объекта').max(ID_LENGTH, 'Нет такого объекта'),
      metadata: optionalPart({ payment_id: optionalText() }),
    })
    .required('Нет объекта'),
});

function limited(limit: typeof webhookLimit): RequestHandler {
  const limiter = new RateLimiterMemory(limit);
  return async (req, _res, next) => {
    await limiter.consume(req.ip ?? '').catch((refusal) => {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new TooMany(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
    });
    next();
  };
}

/** Mounted at /api/billing/webhook/yookassa, for anybody, before the bodies of other calls are read. */
export function yookassaWebhookRoutes(webhook: YookassaWebhook, limit = webhookLimit): Router {
  const router = Router();
  router.use(limited(limit), express.json({ limit: '100kb', type: () => true }));
  router.post('/', async (req, res) => {
    const { event, object } = parse(notificationSchema, req.body);
    await webhook({ event, id: object.id, orderId: object.metadata?.payment_id });
    res.json({ success: true });
  });
  return router;
}
