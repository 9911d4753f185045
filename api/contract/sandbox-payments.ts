import * as yup from 'yup';
import type { PaymentStatus } from './billing.ts';

/**
 * POST /sandbox/api/payments/{paymentId}/approve: the built-in bank accepts the payment. With `declined_later` it saves
 * a card that has no money when it is charged again.
 */
export const approvePaymentSchema = yup.object({
  card: yup.string().oneOf(['good', 'declined_later'], 'Такой карты нет').default('good'),
});

/** POST /sandbox/api/payments/{paymentId}/approve, POST /sandbox/api/payments/{paymentId}/cancel */
export interface SandboxPaymentAnswer {
  success: true;
  status: Exclude<PaymentStatus, 'pending'>;
}
