import { adminPaymentEndpoints } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { idempotencyKeyOf } from '../access/idempotency-key.routes.ts';
import { messageOf } from './done-before.ts';
import type { AdminPayments } from './payments.service.ts';

export const adminPaymentsRoutes = (payments: AdminPayments) =>
  endpointsOf(adminPaymentEndpoints, {
    'GET /api/admin/payments': ({ filter, page }) => payments.list(filter, page),
    'GET /api/admin/payments/:id': async ({ params }) => ({ payment: await payments.get(params.id) }),
    async 'POST /api/admin/payments/:id/refund'({ caller, params, body, req }) {
      const { id } = await payments.get(params.id);
      const answer = await payments.refund(caller.userId, id, body, idempotencyKeyOf(req));
      return { ...answer, message: messageOf(answer, 'Возврат начат. Деньги вернутся плательщику в ближайшие дни') };
    },
  });
