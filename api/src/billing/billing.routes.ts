import { billingEndpoints } from '@ostatok/api/contract/billing.endpoints.ts';
import { paginate } from '@ostatok/kit/node/http.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { Plans } from '../plans/plans.service.ts';
import type { Billing } from './billing.service.ts';

export const billingRoutes = (billing: Billing, plans: Plans) =>
  endpointsOf(billingEndpoints, {
    'GET /api/billing/plans': async () => ({ plans: await plans.listOffered() }),
    'GET /api/billing/subscription': async ({ caller }) => ({
      subscription: await billing.subscriptionOf(caller.userId),
    }),
    'GET /api/billing/stats': async ({ caller }) => ({ stats: await billing.statsOf(caller.userId) }),
    async 'GET /api/billing/invoices'({ caller, query, res }) {
      const { invoices, total } = await billing.invoicesOf(caller.userId, query);
      return { invoices, pagination: paginate(res, 'invoices', invoices.length, { ...query, total }) };
    },
    async 'GET /api/billing/calculate-upgrade'({ caller, query: { newPlanId: planId, billingPeriod } }) {
      return { calculation: await billing.calculate(caller.userId, { planId, billingPeriod }) };
    },
    'GET /api/billing/payment-status/:paymentId': async ({ params }) => ({
      payment: await billing.paymentStatus(params.paymentId),
    }),
    'POST /api/billing/create-payment': ({ caller, body }) => billing.createPayment(caller.userId, body),
    'POST /api/billing/create-subscription': ({ caller, body }) => billing.createPayment(caller.userId, body),
    'POST /api/billing/change-plan': ({ caller, body: { newPlanId: planId, ...choice } }) =>
      billing.changePlan(caller.userId, { planId, ...choice }),
    async 'POST /api/billing/cancel-subscription'({ caller }) {
      await billing.cancel(caller.userId);
      return { message: 'Подписка отменена. Автопродление остановлено.' };
    },
    async 'POST /api/billing/cancel-scheduled-downgrade'({ caller }) {
      await billing.cancelScheduled(caller.userId);
      return { message: 'Запланированное изменение отменено. Автопродление текущего плана включено.' };
    },
    async 'POST /api/billing/payments/:paymentId/abandon'({ caller, params: { paymentId } }) {
      await billing.abandonPayment(caller.userId, paymentId);
      return { payment: await billing.paymentStatus(paymentId) };
    },
    'POST /api/billing/payment-method': ({ caller }) => billing.replaceCard(caller.userId),
    async 'DELETE /api/billing/payment-method'({ caller }) {
      await billing.removeCard(caller.userId);
      return { message: 'Карта удалена. Сами мы больше ничего не спишем.' };
    },
  });
