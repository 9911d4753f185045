import '../../ui/print.css';
import { Anchor, Button } from '@mantine/core';
import { formatDateTime, formatMoney, formatQuantity } from '@ostatok/kit/web/format.ts';
import type { OrderDetails, OrderLine } from '@ostatok/tenant-runtime/contract/orders.endpoints.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronLeft, Mail, Share2 } from 'lucide-react';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { Link, useParams } from 'react-router';
import { api, messageOf } from '../../client/api.ts';
import { ExportButton } from '../../files/ExportButton.tsx';
import { OrderBadge } from '../../suppliers/OrderList.tsx';
import { showOrder, useOrder } from '../../suppliers/orders.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { useVenue } from '../../venue/venue.ts';
import { CopyText } from './CopyText.tsx';
import { LetterDialog } from './LetterDialog.tsx';
import classes from './SentOrder.module.css';

/** Whoever closes the share sheet has shared nothing, which is no error. */
const share = (text: string): void => void navigator.share({ text }).catch(() => undefined);

function Send({ order }: { order: OrderDetails }) {
  const [writing, setWriting] = useState(false);
  return (
    <div className={classes.actions}>
      <CopyText label="Скопировать для мессенджера" text={order.text} variant="filled" />
      {'share' in navigator && (
        <Button variant="default" leftSection={<Share2 size={18} aria-hidden />} onClick={() => share(order.text)}>
          Поделиться
        </Button>
      )}
      {order.state === 'sent' && (
        <Button variant="default" leftSection={<Mail size={18} aria-hidden />} onClick={() => setWriting(true)}>
          Письмом
        </Button>
      )}
      <ExportButton
        report="supplier_order"
        query={{ order: String(order.id) }}
        fileName={`Заказ ${order.id}`}
        label="Excel"
      />
      {writing && <LetterDialog order={order} onClose={() => setWriting(false)} />}
    </div>
  );
}

function End({ order: { id, deliveries } }: { order: OrderDetails }) {
  const queries = useQueryClient();
  const act = deliveries.length > 0 ? 'close' : 'cancel';
  const end = useMutation({
    mutationFn: async () =>
      (
        await api.call(act === 'close' ? 'POST /api/orders/:id/close' : 'POST /api/orders/:id/cancel', {
          params: { id },
        })
      ).order,
    onSuccess: (order) => showOrder(queries, order),
    onError: (error) => toast.error(messageOf(error)),
    meta: { invalidates: [['orders'], ['report', 'order']] },
  });
  return act === 'close' ? (
    <ConfirmButton
      label="Остальное не ждём"
      question="Закрыть заказ? Чего не хватает, снова появится в «Что заказать»"
      confirm="Закрыть"
      isBusy={end.isPending}
      onConfirm={() => end.mutate()}
    />
  ) : (
    <ConfirmButton
      label="Отменить заказ"
      question="Отменить? Поставщику об этом скажите сами"
      confirm="Отменить заказ"
      isBusy={end.isPending}
      onConfirm={() => end.mutate()}
    />
  );
}

function Line({ line }: { line: OrderLine }) {
  const { item, article, quantity, pack, amount, received, price } = line;
  return (
    <tr>
      <td>
        <Link className={classes.name} to={`/?item=${item.id}`}>
          {item.name}
        </Link>
        {article && <span className={classes.under}>арт. {article}</span>}
      </td>
      <td className={classes.number}>
        <b className={classes.amount}>{amount}</b>
        {pack && <span className={classes.under}>{formatQuantity(quantity, item.unit)}</span>}
      </td>
      <td className={classes.number} data-missing={received < quantity}>
        {formatQuantity(received, item.unit)}
      </td>
      <td className={`${classes.number} ${classes.wide}`}>{price === null ? '—' : formatMoney(price * quantity)}</td>
    </tr>
  );
}

function About({ order }: { order: OrderDetails }) {
  const { timezone } = useVenue();
  const { supplier, created_at, created_by, worth, letter } = order;
  const parts = [
    formatDateTime(created_at, timezone),
    created_by,
    worth > 0 && `по прошлым ценам ${formatMoney(worth)}`,
    letter && `письмо на ${letter.to}, ${formatDateTime(letter.at, timezone)}`,
  ];
  return (
    <span className={classes.dim}>
      <Link to={`/suppliers/${supplier.id}`}>{supplier.name}</Link> · {parts.filter(Boolean).join(' · ')}
    </span>
  );
}

function Order({ order }: { order: OrderDetails }) {
  const { id, state, rows, note, deliveries } = order;
  return (
    <>
      <div className={classes.head}>
        <div className={classes.about}>
          <Anchor component={Link} to="/order" className={classes.back}>
            <ChevronLeft size={16} aria-hidden /> Что заказать
          </Anchor>
          <h1 className={classes.title}>
            Заказ № {id} <OrderBadge state={state} />
          </h1>
          <About order={order} />
        </div>
        {state === 'sent' && <End order={order} />}
      </div>
      <Send order={order} />
      {note && <p className={classes.note}>{note}</p>}
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Позиция</th>
            <th scope="col" className={classes.number}>
              Заказано
            </th>
            <th scope="col" className={classes.number}>
              Пришло
            </th>
            <th scope="col" className={`${classes.number} ${classes.wide}`}>
              На сумму
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((line) => (
            <Line key={line.place} line={line} />
          ))}
        </tbody>
      </table>
      {deliveries.length > 0 && (
        <p className={classes.dim}>
          Поставки:{' '}
          {deliveries.map(({ id: deliveryId, number }, index) => (
            <span key={deliveryId}>
              {index > 0 && ', '}
              <Link to={`/deliveries/${deliveryId}`}>{number ? `№ ${number}` : 'без номера'}</Link>
            </span>
          ))}
        </p>
      )}
    </>
  );
}

/** An order as it was sent, and what of it has come. */
export function SentOrderPage() {
  const id = Number(useParams().id);
  const { data: order, error, refetch } = useOrder(id);
  return (
    <div className={classes.page}>
      <title>{`Заказ № ${id} — Остаток`}</title>
      {error && !order && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !order && <ListSkeleton />}
      {order && <Order order={order} />}
    </div>
  );
}
