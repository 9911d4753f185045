import { Button, Group, Text } from '@mantine/core';
import { RECEIPT_HOURS } from '@ostatok/api/contract/billing.ts';
import { formatAmount } from '../../lib/billing-words.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useArrivedPayment } from './use-arrived-payment.ts';

/** What became of the payment that one comes back from; the page catches up by itself. */
export function ArrivedPayment() {
  const { payment, payUrl, forget } = useArrivedPayment();
  if (!payment) return null;
  const { status, amount, currency, description } = payment;
  const sum = formatAmount(amount, currency);
  return (
    <div role="status">
      {status === 'pending' && (
        <Notice kind="info" title="Ждём подтверждения оплаты" onClose={forget}>
          <Group justify="space-between" gap="sm">
            <Text>
              {description}, {sum}. Если вы уже оплатили, страница обновится сама.
            </Text>
            {payUrl && (
              <Button component="a" href={payUrl} size="sm">
                Продолжить оплату
              </Button>
            )}
          </Group>
        </Notice>
      )}
      {status === 'succeeded' && (
        <Notice kind="info" title="Оплата прошла!" onClose={forget}>
          {description}, {sum}. Чек придёт на вашу почту в течение {RECEIPT_HOURS} часов.
        </Notice>
      )}
      {status === 'canceled' && (
        <Notice kind="warning" title="Платёж не прошёл" onClose={forget}>
          {description}, {sum}. Деньги не списаны: можно оплатить ещё раз.
        </Notice>
      )}
    </div>
  );
}
