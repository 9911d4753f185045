import { networkOf } from '@ostatok/kit/node/addresses.ts';
import { TooMany } from '@ostatok/kit/node/errors.ts';
import { parse } from '@ostatok/kit/node/http.ts';
import { jsonBody } from '@ostatok/kit/node/json-body.ts';
import { type RequestHandler, Router } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import * as yup from 'yup';
import { optionalPart, optionalText } from './providers/yookassa-shapes.ts';
import type { YookassaWebhook } from './yookassa-webhook.service.ts';

/** High enough for a night's renewals: YooKassa has a handful of addresses and repeats refused notifications. */
export const webhookLimits = {
  address: { points: 1200, duration: 60 },
  /** A payer knows the payment's id, so this limits how often they can make us ask YooKassa. */
  object: { points: 30, duration: 60 },
};

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

/** Counts one attempt for the key. Throws TooMany. */
function createLimiter(limit: { points: number; duration: number }): (key: string) => Promise<void> {
  const limiter = new RateLimiterMemory(limit);
  return async (key) => {
    await limiter.consume(key).catch((refusal) => {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new TooMany(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
    });
  };
}

/** Mounted at /api/billing/webhook/yookassa without a guard, before the bodies of other calls are parsed. */
export function yookassaWebhookRoutes(webhook: YookassaWebhook, limits = webhookLimits): Router {
  const [countAddress, countObject] = [createLimiter(limits.address), createLimiter(limits.object)];
  const perAddress: RequestHandler = async (req, _res, next) => {
    await countAddress(networkOf(req.ip));
    next();
  };
  const router = Router();
  router.use(perAddress, jsonBody('100kb', { type: () => true }));
  router.post('/', async (req, res) => {
    const { event, object } = parse(notificationSchema, req.body);
    await countObject(object.id);
    await webhook({ event, id: object.id, orderId: object.metadata?.payment_id });
    res.json({ success: true });
  });
  return router;
}
