import { Button, Group, Text } from '@mantine/core';
import type { PaymentView } from '@ostatok/api/contract/billing.endpoints.ts';
import { RECEIPT_HOURS } from '@ostatok/api/contract/billing.ts';
import type { ReactNode } from 'react';
import { useAbandon } from '../../lib/billing.ts';
import { formatAmount } from '../../lib/billing-labels.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useArrivedPayment } from './use-arrived-payment.ts';

interface PaymentNotice {
  kind: 'info' | 'warning';
  title: string;
  text: string;
}

const NOT_NEEDED = 'Этот платёж больше не нужен: подписка уже другая';

/** Money that arrived without buying anything must never be shown as «paid». */
function surplusNotice({ surplus, reason }: PaymentView, sum: string, what: string): PaymentNotice {
  const why = `${what}. ${reason ?? NOT_NEEDED}.`;
  if (surplus === 'disputed')
    return {
      kind: 'warning',
      title: 'Платёж проверяем',
      text: `${what}. Деньги пришли, но не совпали с заказом. Разберёмся и напишем вам на почту.`,
    };
  if (surplus === 'on_balance')
    return {
      kind: 'info',
      title: `${sum} остались на счёте`,
      text: `${why} Вернуть на карту банк не смог, учтём в оплате.`,
    };
  return surplus === 'returned'
    ? { kind: 'info', title: `Вернули ${sum}`, text: `${why} Банк зачислит их на ту же карту за несколько дней.` }
    : { kind: 'info', title: `Возвращаем ${sum}`, text: `${why} Деньги придут на ту же карту за несколько дней.` };
}

function noticeOf(payment: PaymentView): PaymentNotice {
  const { status, amount, currency, description, surplus, reason, is_ended, is_card_check } = payment;
  const sum = formatAmount(amount, currency);
  const what = `${description}, ${sum}`;
  if (status === 'canceled')
    return {
      kind: is_ended ? 'info' : 'warning',
      title: is_ended ? 'Платёж отменён' : 'Платёж не прошёл',
      text: `${what}. ${reason ? `${reason}. ` : ''}Деньги не списаны.`,
    };
  if (is_card_check && !reason && surplus !== 'disputed')
    return {
      kind: 'info',
      title: 'Карта сохранена!',
      text: `Следующие списания — с неё. ${sum} за проверку возвращаем.`,
    };
  if (surplus) return surplusNotice(payment, sum, what);
  const receipt = `Чек придёт на вашу почту в течение ${RECEIPT_HOURS} часов.`;
  return { kind: 'info', title: 'Оплата прошла!', text: `${what}. ${receipt}` };
}

function Awaited({ payment, payUrl }: { payment: PaymentView; payUrl: string | null }) {
  const abandon = useAbandon();
  return (
    <Group justify="space-between" gap="sm">
      <Text>
        {payment.description}, {formatAmount(payment.amount, payment.currency)}. Если вы уже оплатили, страница
        обновится сама.
      </Text>
      <Group gap="sm">
        {payUrl && (
          <Button component="a" href={payUrl} size="sm">
            Продолжить оплату
          </Button>
        )}
        <Button variant="default" size="sm" loading={abandon.isPending} onClick={() => abandon.mutate(payment.id)}>
          Отказаться
        </Button>
      </Group>
    </Group>
  );
}

/** Shows the outcome of the payment from which the owner returns; the page refreshes by itself. */
export function ArrivedPayment() {
  const { payment, payUrl, forget } = useArrivedPayment();
  if (!payment) return null;
  const notice: { kind: 'info' | 'warning'; title: string; text: ReactNode } =
    payment.status === 'pending'
      ? { kind: 'info', title: 'Ждём подтверждения оплаты', text: <Awaited payment={payment} payUrl={payUrl} /> }
      : noticeOf(payment);
  return (
    <div role="status">
      <Notice kind={notice.kind} title={notice.title} onClose={forget}>
        {notice.text}
      </Notice>
    </div>
  );
}
