import { Badge, Button, Group, Skeleton, Text, Title } from '@mantine/core';
import type { Invoice } from '@ostatok/api/contract/billing.endpoints.ts';
import { INVOICES_LIMIT } from '@ostatok/api/contract/billing.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAbandon } from '../../lib/billing.ts';
import { formatAmount, formatDay, formatTime, periodNames } from '../../lib/billing-labels.ts';
import { Notice } from '../../ui/Notice.tsx';
import classes from './Invoices.module.css';
import { Receipt } from './Receipt.tsx';
import { useInvoices } from './use-invoices.ts';

const statuses: Record<string, { label: string; color: string }> = {
  paid: { label: 'Оплачен', color: 'teal' },
  failed: { label: 'Ошибка', color: 'red' },
  canceled: { label: 'Отменён', color: 'gray' },
};
const PENDING = { label: 'Ожидает', color: 'amber' };

const surpluses: Record<NonNullable<Invoice['surplus']>, string> = {
  returning: 'возвращаем',
  returned: 'возвращено',
  on_balance: 'осталось на счёте',
  disputed: 'проверяем',
};

/** A note about money that is not simply paid: a surplus or a refund. */
function moneyNote({ surplus, refunded_amount, currency }: Invoice): string | null {
  if (surplus) return surpluses[surplus];
  return refunded_amount > 0 ? `возвращено ${formatAmount(refunded_amount, currency)}` : null;
}

function Actions({ invoice }: { invoice: Invoice }) {
  const abandon = useAbandon();
  const [receipt, setReceipt] = useState(false);
  const { payment_url, can_abandon, can_retry } = invoice;
  if (!payment_url && !can_abandon && !can_retry && !invoice.receipt) return null;
  const again = `/subscription/payment/${invoice.plan_id}?period=${invoice.billing_period}`;
  return (
    <Group gap="xs">
      {payment_url && (
        <Button component="a" href={payment_url} size="sm">
          Оплатить
        </Button>
      )}
      {can_abandon && (
        <Button variant="default" size="sm" loading={abandon.isPending} onClick={() => abandon.mutate(invoice.id)}>
          Отказаться
        </Button>
      )}
      {can_retry && (
        <Button component={Link} to={again} variant="default" size="sm">
          Оплатить ещё раз
        </Button>
      )}
      {invoice.receipt && (
        <Button variant="default" size="sm" onClick={() => setReceipt(true)}>
          Квитанция
        </Button>
      )}
      {receipt && <Receipt invoice={invoice} onClose={() => setReceipt(false)} />}
    </Group>
  );
}

function Row({ invoice }: { invoice: Invoice }) {
  const { label, color } = statuses[invoice.status] ?? PENDING;
  const note = moneyNote(invoice);
  return (
    <tr>
      <td className={classes.date}>
        {formatDay(invoice.created_at)}, <span className={classes.time}>{formatTime(invoice.created_at)}</span>
      </td>
      <td className={classes.plan}>
        {invoice.is_card_check ? 'Проверка карты' : invoice.plan_display_name || invoice.plan_name}
        {!invoice.is_card_check && <span className={classes.period}>{periodNames[invoice.billing_period]}</span>}
      </td>
      <td className={classes.amount}>
        {formatAmount(invoice.amount, invoice.currency)}
        {note && <span className={classes.period}>{note}</span>}
      </td>
      <td className={classes.status}>
        <Badge color={color} size="lg">
          {label}
        </Badge>
        {invoice.reason && <span className={classes.period}>{invoice.reason}</span>}
      </td>
      <td className={classes.actions}>
        <Actions invoice={invoice} />
      </td>
    </tr>
  );
}

function Table({ invoices }: { invoices: Invoice[] }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Дата</th>
          <th scope="col">Тариф</th>
          <th scope="col" className={classes.amount}>
            Сумма
          </th>
          <th scope="col">Статус</th>
          <th scope="col">Действия</th>
        </tr>
      </thead>
      <tbody>
        {invoices.map((invoice) => (
          <Row key={invoice.id} invoice={invoice} />
        ))}
      </tbody>
    </table>
  );
}

function Pager({ offset, more, onGo }: { offset: number; more: boolean; onGo: (offset: number) => void }) {
  if (offset === 0 && !more) return null;
  return (
    <Group justify="space-between" mt="md">
      <Button variant="default" size="sm" disabled={offset === 0} onClick={() => onGo(offset - INVOICES_LIMIT)}>
        Новее
      </Button>
      <Button variant="default" size="sm" disabled={!more} onClick={() => onGo(offset + INVOICES_LIMIT)}>
        Старше
      </Button>
    </Group>
  );
}

export function Invoices() {
  const [offset, setOffset] = useState(0);
  const page = useInvoices(offset);
  // A full page may be the last one, so the next is loaded in advance.
  const next = useInvoices(offset + INVOICES_LIMIT, page.data?.length === INVOICES_LIMIT);
  return (
    <section className={classes.invoices} aria-labelledby="invoices">
      <Title order={2} id="invoices" fz="1.25rem" mb="md">
        История платежей
      </Title>
      {page.isPending && <Skeleton height="8rem" />}
      {page.error && !page.data && (
        <Notice kind="danger" title="Не удалось загрузить историю платежей">
          <Button size="sm" color="red" loading={page.isFetching} onClick={() => void page.refetch()}>
            Повторить
          </Button>
        </Notice>
      )}
      {page.data?.length === 0 && offset === 0 && (
        <Text c="dimmed">Платежей пока не было. Здесь появится каждый, с датой и суммой.</Text>
      )}
      {page.data && page.data.length > 0 && <Table invoices={page.data} />}
      <Pager offset={offset} more={Boolean(next.data?.length)} onGo={setOffset} />
    </section>
  );
}
