import * as yup from 'yup';
import type { PaymentOrder, ProviderPayment, ProviderRefund, RefundOrder } from './provider.ts';

const DESCRIPTION_LENGTH = 128;
/** «Без НДС»: the seller pays the tax on professional income. */
const WITHOUT_VAT = 1;

/** Formats kopecks as the API does: «990.00». */
export function toValue(kopecks: number): string {
  if (!Number.isSafeInteger(kopecks) || kopecks < 0) throw new RangeError(`not an amount of kopecks: ${kopecks}`);
  return `${Math.trunc(kopecks / 100)}.${String(kopecks % 100).padStart(2, '0')}`;
}

/** Parses exactly, without floating point. Returns undefined for anything that is not an amount. */
export function toKopecks(value: unknown): number | undefined {
  const [, roubles, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(String(value)) ?? [];
  return roubles === undefined ? undefined : Number(roubles + fraction.padEnd(2, '0'));
}

/** Reads text; anything else counts as absent, because older answers of the API hold other types. */
export const optionalText = () =>
  yup
    .string()
    .optional()
    .transform((_, given) => (typeof given === 'string' && given !== '' ? given : undefined));

const flag = () =>
  yup
    .boolean()
    .required()
    .transform((_, given) => given === true)
    .default(false);

export const optionalPart = <Shape extends yup.ObjectShape>(shape: Shape) =>
  yup
    .object(shape)
    .optional()
    .default(undefined)
    .transform((value, given) => (given && typeof given === 'object' && !Array.isArray(given) ? value : undefined));

const money = () =>
  yup
    .object({
      value: yup
        .number()
        .required()
        .transform((_, given) => toKopecks(given) ?? Number.NaN),
      currency: yup.string().strict().required(),
    })
    .required();

/** Only the fields of a payment that are used: the API grows, and answers of different years have different fields. */
export const paymentSchema = yup.object({
  id: yup.string().strict().required(),
  status: yup.string().strict().oneOf(['pending', 'waiting_for_capture', 'succeeded', 'canceled']).required(),
  amount: money(),
  test: flag(),
  metadata: optionalPart({ payment_id: optionalText() }),
  confirmation: optionalPart({ confirmation_url: optionalText() }),
  payment_method: optionalPart({
    id: optionalText(),
    saved: flag(),
    title: optionalText(),
    type: optionalText(),
    last4: optionalText(),
    card: optionalPart({ last4: optionalText() }),
  }),
  cancellation_details: optionalPart({ reason: optionalText() }),
});

export const refundSchema = yup.object({
  id: yup.string().strict().required(),
  status: yup.string().strict().oneOf(['pending', 'succeeded', 'canceled']).required(),
  amount: money(),
});

type Payment = yup.InferType<typeof paymentSchema>;

function webAddress(url: string | undefined): string | null {
  const parsed = url === undefined ? null : URL.parse(url);
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : null;
}

/** A method may be charged again only if a payment that succeeded has saved it. */
function savedMethodOf({ status, payment_method: method }: Payment): ProviderPayment['savedMethod'] {
  if (status !== 'succeeded' || !method?.saved || !method.id) return null;
  const last4 = method.card?.last4 ?? method.last4;
  return { id: method.id, title: last4 ? `Карта *${last4}` : (method.title ?? method.type ?? 'Способ оплаты') };
}

export const toPayment = (payment: Payment): ProviderPayment => ({
  id: payment.id,
  status: payment.status,
  amount: payment.amount.value,
  currency: payment.amount.currency,
  orderId: payment.metadata?.payment_id ?? null,
  test: payment.test,
  confirmationUrl: webAddress(payment.confirmation?.confirmation_url),
  savedMethod: savedMethodOf(payment),
  cancellationReason: payment.cancellation_details?.reason ?? null,
});

export const toRefund = ({ id, status, amount }: yup.InferType<typeof refundSchema>): ProviderRefund => ({
  id,
  status,
  amount: amount.value,
});

/** Never cuts a surrogate pair in half. */
const shortened = (description: string): string =>
  description.slice(0, DESCRIPTION_LENGTH).replace(/[\uD800-\uDBFF]$/, '');

type Receipted = Pick<PaymentOrder, 'amount' | 'currency' | 'description' | 'payerEmail'>;

const amountOf = ({ amount, currency }: Receipted) => ({ value: toValue(amount), currency });

/**
 * One service, paid in full. The quantity is whole, because the tax service of the self-employed takes no fractions.
 */
const receiptOf = (order: Receipted) => ({
  customer: { email: order.payerEmail },
  items: [
    {
      description: shortened(order.description),
      quantity: '1',
      amount: amountOf(order),
      vat_code: WITHOUT_VAT,
      payment_mode: 'full_payment',
      payment_subject: 'service',
    },
  ],
});

/** Built only from the order, so that a repeated call has the same body, which the same key requires. */
export const paymentBody = (order: PaymentOrder) => ({
  amount: amountOf(order),
  capture: true,
  description: shortened(order.description),
  metadata: { payment_id: order.id },
  receipt: receiptOf(order),
  ...(order.methodId
    ? { payment_method_id: order.methodId }
    : { save_payment_method: true, confirmation: { type: 'redirect', return_url: order.returnUrl } }),
});

export const refundBody = (order: RefundOrder) => ({
  payment_id: order.providerPaymentId,
  amount: amountOf(order),
  description: shortened(order.description),
  receipt: receiptOf(order),
});
