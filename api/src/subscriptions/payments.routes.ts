import { adminPaymentFilterSchema, adminPaymentSorts, refundSchema } from '@ostatok/api/contract/subscriptions.ts';
import { parse, sendList } from '@ostatok/kit/node/http.ts';
import { listQuery } from '@ostatok/kit/node/list-query.ts';
import { Router } from 'express';
import { callerOf } from '../auth/guard.routes.ts';
import type { AdminPayments } from './payments.service.ts';

/** Mounted at /api/admin/payments, behind the administrator's guard. */
export function adminPaymentsRoutes(payments: AdminPayments): Router {
  const router = Router();

  router.get('/', async (req, res) => {
    const query = listQuery(req.query, { sorts: adminPaymentSorts, sort: 'created_at', order: 'desc' });
    const found = await payments.list(parse(adminPaymentFilterSchema, query.filter), query);
    sendList(res, 'payments', found.payments, { total: found.total, offset: query.offset, limit: query.limit });
  });

  router.get('/:id', async (req, res) => {
    res.json({ success: true, payment: await payments.get(req.params.id) });
  });

  router.post('/:id/refund', async (req, res) => {
    const refund = parse(refundSchema, req.body);
    const { id } = await payments.get(req.params.id);
    const payment = await payments.refund(callerOf(req).userId, id, refund);
    res.json({ success: true, payment, message: 'Возврат начат. Деньги вернутся плательщику в ближайшие дни' });
  });

  return router;
}
