import { Badge, Button, Skeleton, Stack, Text } from '@mantine/core';
import type { PaymentView } from '@ostatok/api/contract/billing.endpoints.ts';
import type { PaymentStatus } from '@ostatok/api/contract/billing.ts';
import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { api } from '../../lib/api.ts';
import { formatAmount } from '../../lib/billing-labels.ts';
import { notify } from '../../lib/notify.ts';
import { useTitle } from '../../lib/use-title.ts';
import { GuestPage } from '../../ui/GuestPage.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Answer } from './Answer.tsx';
import classes from './MockPayment.module.css';

const statuses: Record<PaymentStatus, { label: string; color: string }> = {
  pending: { label: 'Ожидает оплаты', color: 'amber' },
  succeeded: { label: 'Оплачен', color: 'teal' },
  canceled: { label: 'Отменен', color: 'gray' },
};

const toSubscription = (id: string): string => `/subscription?payment=${encodeURIComponent(id)}`;

function usePaymentView(id: string) {
  const query = useQuery({
    queryKey: ['mock-payment', id],
    queryFn: async () =>
      (await api.call('GET /api/billing/payment-status/:paymentId', { params: { paymentId: id } })).payment,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  useEffect(() => {
    if (query.error) notify.error('Ошибка загрузки данных платежа');
  }, [query.error]);
  return query;
}

function Facts({ payment }: { payment: PaymentView }) {
  const { label, color } = statuses[payment.status];
  return (
    <dl className={classes.facts}>
      <div className={classes.amount}>
        <dt>Сумма</dt>
        <dd>{formatAmount(payment.amount, payment.currency)}</dd>
      </div>
      <div>
        <dt>Валюта</dt>
        <dd>{payment.currency}</dd>
      </div>
      <div>
        <dt>За что</dt>
        <dd>{payment.description}</dd>
      </div>
      <div>
        <dt>Состояние</dt>
        <dd>
          <Badge color={color} size="lg">
            {label}
          </Badge>
        </dd>
      </div>
    </dl>
  );
}

function NotLoaded({ missing, retrying, onRetry }: { missing: boolean; retrying: boolean; onRetry: () => void }) {
  return (
    <GuestPage
      title="Платеж не найден"
      lead={missing ? 'Такого платежа нет. Вернитесь к подписке и начните оплату заново.' : 'Не удалось его загрузить.'}
    >
      <Stack>
        {!missing && (
          <Button variant="default" loading={retrying} onClick={onRetry}>
            Повторить
          </Button>
        )}
        <Button component={Link} to="/subscription">
          Вернуться к подписке
        </Button>
      </Stack>
    </GuestPage>
  );
}

/** The payment page of the built-in provider: everything about it is real except the money. */
export function MockPayment() {
  useTitle('Тестовая оплата');
  const { paymentId = '' } = useParams();
  const query = usePaymentView(paymentId);
  if (query.error)
    return (
      <NotLoaded
        missing={query.error instanceof ApiError && query.error.status === 404}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  return (
    <GuestPage title="Тестовая оплата" footer="Настоящая оплата подключается в настройках установки.">
      <Stack gap="lg">
        <Notice kind="warning">Это тестовая страница: деньги не спишутся, данные карты не нужны.</Notice>
        {query.data ? <Facts payment={query.data} /> : <Skeleton height="11rem" />}
        {query.data && <Answer payment={query.data} back={toSubscription(paymentId)} />}
        <Text c="dimmed" fz="sm" className={classes.id}>
          Номер: {paymentId}
        </Text>
      </Stack>
    </GuestPage>
  );
}
