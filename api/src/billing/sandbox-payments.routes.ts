import { parse } from '@ostatok/kit/node/http.ts';
import { jsonBody } from '@ostatok/kit/node/json-body.ts';
import { Router } from 'express';
import { approvePaymentSchema, type SandboxPaymentAnswer } from '../../contract/sandbox-payments.ts';
import type { SandboxPayments } from './sandbox-payments.service.ts';

/** Mounted at /sandbox/api/payments while the built-in bank is in use; public as its page is: the id is the secret. */
export function sandboxPaymentsRoutes(payments: SandboxPayments): Router {
  const router = Router();
  router.use(jsonBody('100kb'));
  router.post('/:paymentId/approve', async (req, res) => {
    const status = await payments.approve(req.params.paymentId, parse(approvePaymentSchema, req.body));
    res.json({ success: true, status } satisfies SandboxPaymentAnswer);
  });
  router.post('/:paymentId/cancel', async (req, res) => {
    const status = await payments.cancel(req.params.paymentId);
    res.json({ success: true, status } satisfies SandboxPaymentAnswer);
  });
  return router;
}
