import type { PaymentRow } from './payments.queries.ts';

type Ended = Pick<PaymentRow, 'status' | 'outcome' | 'withdrawn_at' | 'withdrawn_reason' | 'cancellation_reason'>;

/** Cancellation by the payer or by us is not a failure of a card or a bank. */
const ended: Record<string, string> = {
  expired_on_confirmation: 'Не оплачен вовремя',
  expired_on_capture: 'Не подтверждён вовремя',
  canceled_by_payer: 'Вы отказались на странице оплаты',
  canceled_by_merchant: 'Отменён с нашей стороны',
  canceled: 'Отменён',
};

const failed: Record<string, string> = {
  insufficient_funds: 'На карте не хватило денег',
  card_expired: 'Срок действия карты истёк',
  '3d_secure_failed': 'Подтверждение в банке не пройдено',
  call_issuer: 'Банк отклонил платёж, причину скажет только он',
  general_decline: 'Банк отклонил платёж без объяснения',
  country_forbidden: 'Картой этой страны заплатить нельзя',
  fraud_suspected: 'Банк счёл платёж подозрительным',
  identification_required: 'Кошелёк не подтверждён',
  internal_timeout: 'Платёжный сервис не ответил вовремя',
  invalid_card_number: 'Неверный номер карты',
  invalid_csc: 'Неверный код карты',
  issuer_unavailable: 'Банк карты не отвечал',
  payment_method_limit_exceeded: 'Превышен лимит карты',
  payment_method_restricted: 'Карта заблокирована для таких платежей',
  permission_revoked: 'Разрешение на автосписание отозвано',
  unsupported_mobile_operator: 'Этот оператор связи не подходит',
  answer_lost: 'Платёжный сервис не ответил',
};

const withdrawn: Record<NonNullable<PaymentRow['withdrawn_reason']>, string> = {
  abandoned: 'Вы отказались от оплаты',
  superseded: 'Больше не нужен: тариф уже другой',
};

/** The status as the payer sees it: an abandoned payment is over for the payer, whatever the provider reports later. */
export const statusForPayer = ({ status, withdrawn_at }: Ended): PaymentRow['status'] =>
  status === 'pending' && withdrawn_at ? 'canceled' : status;

/** Whether the payment was cancelled by the payer or by us rather than failed. */
export const isEnded = (payment: Ended): boolean =>
  payment.withdrawn_at !== null || Object.hasOwn(ended, payment.cancellation_reason ?? '');

/** Why the payment failed or is refunded; null when it bought something or still can. */
export function reasonInWords(payment: Ended): string | null {
  const isOver = statusForPayer(payment) === 'canceled';
  if (payment.withdrawn_reason && (isOver || payment.outcome === 'refunded'))
    return withdrawn[payment.withdrawn_reason];
  if (!isOver) return null;
  const reason = payment.cancellation_reason ?? '';
  return ended[reason] ?? failed[reason] ?? 'Платёжный сервис не принял платёж';
}
