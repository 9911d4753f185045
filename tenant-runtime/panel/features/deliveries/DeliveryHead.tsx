import { Anchor } from '@mantine/core';
import { formatDateTime, formatMoney } from '@ostatok/kit/web/format.ts';
import type { DeliveryDetails } from '@ostatok/tenant-runtime/contract/deliveries.endpoints.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import toast from 'react-hot-toast';
import { Link, useNavigate } from 'react-router';
import { api, messageOf } from '../../client/api.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { useVenue } from '../../venue/venue.ts';
import classes from './Deliveries.module.css';
import { deliveryKey, showDelivery } from './deliveries.ts';
import { documentText, supplierText } from './delivery-lines.ts';
import { StatusBadge } from './StatusBadge.tsx';

function Remove({ id }: { id: number }) {
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => api.call('DELETE /api/deliveries/:id', { params: { id } }),
    onSuccess: () => void navigate('/deliveries'),
    onError: (error) => toast.error(messageOf(error)),
    meta: { invalidates: [['deliveries']] },
  });
  return (
    <ConfirmButton
      label="Удалить черновик"
      variant="subtle"
      question="Удалить? Файл можно будет загрузить снова"
      confirm="Удалить"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  );
}

function Reverse({ id }: { id: number }) {
  const queries = useQueryClient();
  const reverse = useMutation({
    mutationFn: () => api.call('POST /api/deliveries/:id/reverse', { params: { id } }),
    async onSuccess({ delivery }) {
      await showDelivery(queries, delivery);
      toast.success('Поставка отменена');
    },
    onError: (error) => toast.error(messageOf(error)),
    meta: { invalidates: [deliveryKey(id), ['deliveries']] },
  });
  return (
    <ConfirmButton
      label="Отменить поставку"
      question="Остатки и цены станут такими, как без неё"
      confirm="Отменить поставку"
      isBusy={reverse.isPending}
      onConfirm={() => reverse.mutate()}
    />
  );
}

function About({ delivery }: { delivery: DeliveryDetails }) {
  const { timezone } = useVenue();
  const { file, status, worth, short_worth, received_at, reversed_at } = delivery;
  const parts = [
    status !== 'draft' && supplierText(delivery),
    `сумма ${formatMoney(worth)}`,
    short_worth > 0 && `недовоз на ${formatMoney(short_worth)}`,
    received_at && `пришла ${formatDateTime(received_at, timezone)}`,
    reversed_at && `отменена ${formatDateTime(reversed_at, timezone)}`,
    file,
  ];
  return <span className={classes.dim}>{parts.filter(Boolean).join(' · ')}</span>;
}

export function DeliveryHead({ delivery }: { delivery: DeliveryDetails }) {
  const { id, status } = delivery;
  return (
    <div className={classes.head}>
      <div className={classes.about}>
        <Anchor component={Link} to="/deliveries" className={classes.back}>
          <ChevronLeft size={16} aria-hidden /> Поставки
        </Anchor>
        <h1 className={classes.title}>
          Поставка {documentText(delivery)} <StatusBadge status={status} />
        </h1>
        <About delivery={delivery} />
      </div>
      {status === 'draft' && <Remove id={id} />}
      {status === 'posted' && <Reverse id={id} />}
    </div>
  );
}
