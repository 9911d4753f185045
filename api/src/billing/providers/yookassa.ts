import type * as yup from 'yup';
import { type PaymentProvider, ProviderUnavailable } from './provider.ts';
import { createYookassaHttp, type YookassaAccess } from './yookassa-http.ts';
import { paymentBody, paymentSchema, refundBody, refundSchema, toPayment, toRefund } from './yookassa-shapes.ts';

/** An unreadable answer says nothing about the outcome. Its values are the payer's, so the error leaves them out. */
function read<Schema extends yup.Schema>(schema: Schema, answer: unknown): yup.InferType<Schema> {
  try {
    return schema.validateSync(answer, { stripUnknown: true });
  } catch (error) {
    const { path } = error as Partial<yup.ValidationError>;
    throw new ProviderUnavailable(`YooKassa answered in an unknown shape${path ? `: ${path}` : ''}`);
  }
}

/** The part of YooKassa's API v3 that subscriptions need. */
export function createYookassa(access: YookassaAccess): PaymentProvider {
  const ask = createYookassaHttp(access);
  return {
    name: 'yookassa',

    async create(order) {
      const { idempotenceKey } = order;
      const answer = await ask({ method: 'POST', path: '/payments', body: paymentBody(order), idempotenceKey });
      return toPayment(read(paymentSchema, answer));
    },

    async find(providerPaymentId) {
      const answer = await ask({ method: 'GET', path: `/payments/${encodeURIComponent(providerPaymentId)}` });
      if (answer === undefined) return undefined;
      const payment = toPayment(read(paymentSchema, answer));
      if (payment.id !== providerPaymentId) throw new ProviderUnavailable('YooKassa answered with another payment');
      return payment;
    },

    async refund(order) {
      const { idempotenceKey } = order;
      const answer = await ask({ method: 'POST', path: '/refunds', body: refundBody(order), idempotenceKey });
      return toRefund(read(refundSchema, answer));
    },

    async findRefund(providerRefundId) {
      const answer = await ask({ method: 'GET', path: `/refunds/${encodeURIComponent(providerRefundId)}` });
      return answer === undefined ? undefined : toRefund(read(refundSchema, answer));
    },
  };
}
