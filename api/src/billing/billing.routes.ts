import {
  calculateUpgradeSchema,
  changePlanSchema,
  createPaymentSchema,
  invoicesQuerySchema,
} from '@ostatok/api/contract/billing.ts';
import { parse, sendList } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import { callerOf } from '../auth/guard.routes.ts';
import type { Plans } from '../plans/plans.service.ts';
import type { Billing } from './billing.service.ts';

/** Mounted at /api/billing, behind the guard. */
export function billingRoutes(billing: Billing, plans: Plans): Router {
  const router = Router();
  router.get('/plans', async (_req, res) => sendList(res, 'plans', await plans.listOffered()));
  router.get('/subscription', async (req, res) => {
    res.json({ success: true, subscription: await billing.subscriptionOf(callerOf(req).userId) });
  });
  router.post(['/create-payment', '/create-subscription'], async (req, res) => {
    const choice = parse(createPaymentSchema, req.body);
    res.status(201).json(await billing.createPayment(callerOf(req).userId, choice));
  });
  router.post('/change-plan', async (req, res) => {
    const { newPlanId: planId, billingPeriod, expectedAmount } = parse(changePlanSchema, req.body);
    res.json(await billing.changePlan(callerOf(req).userId, { planId, billingPeriod, expectedAmount }));
  });
  router.get('/calculate-upgrade', async (req, res) => {
    const { newPlanId: planId, billingPeriod } = parse(calculateUpgradeSchema, req.query);
    const calculation = await billing.calculate(callerOf(req).userId, { planId, billingPeriod });
    res.json({ success: true, calculation });
  });
  router.post('/cancel-subscription', async (req, res) => {
    await billing.cancel(callerOf(req).userId);
    res.json({ success: true, message: 'Подписка отменена. Автопродление остановлено.' });
  });
  router.post('/cancel-scheduled-downgrade', async (req, res) => {
    await billing.cancelScheduled(callerOf(req).userId);
    const message = 'Запланированное изменение отменено. Автопродление текущего плана включено.';
    res.json({ success: true, message });
  });
  router.get('/invoices', async (req, res) => {
    const { limit, offset } = parse(invoicesQuerySchema, req.query);
    const { invoices, total } = await billing.invoicesOf(callerOf(req).userId, { limit, offset });
    sendList(res, 'invoices', invoices, { total, limit, offset });
  });
  router.post('/payments/:paymentId/abandon', async (req, res) => {
    await billing.abandonPayment(callerOf(req).userId, req.params.paymentId);
    res.json({ success: true, payment: await billing.paymentStatus(req.params.paymentId) });
  });
  router.post('/payment-method', async (req, res) => {
    res.status(201).json(await billing.replaceCard(callerOf(req).userId));
  });
  router.delete('/payment-method', async (req, res) => {
    await billing.removeCard(callerOf(req).userId);
    res.json({ success: true, message: 'Карта удалена. Сами мы больше ничего не спишем.' });
  });
  router.get('/stats', async (req, res) => {
    res.json({ success: true, stats: await billing.statsOf(callerOf(req).userId) });
  });
  return router;
}

/** Mounted at /api/billing before the guard: the payment's id is the secret. */
export function paymentStatusRoutes(billing: Pick<Billing, 'paymentStatus'>): Router {
  const router = Router();
  router.get('/payment-status/:paymentId', async (req, res) => {
    res.json({ success: true, payment: await billing.paymentStatus(req.params.paymentId) });
  });
  return router;
}
