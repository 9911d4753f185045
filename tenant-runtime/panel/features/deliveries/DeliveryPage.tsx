import { Alert, Anchor } from '@mantine/core';
import type { DeliveryDetails } from '@ostatok/tenant-runtime/contract/deliveries.endpoints.ts';
import { Lock } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { Failure } from '../../ui/Failure.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import classes from './Deliveries.module.css';
import { DeliveryHead } from './DeliveryHead.tsx';
import { DeliveryLines } from './DeliveryLines.tsx';
import { Draft } from './Draft.tsx';
import { useDelivery } from './deliveries.ts';
import { documentText } from './delivery-lines.ts';
import { OrderCheck } from './OrderCheck.tsx';

function Warnings({ delivery: { warnings, duplicates } }: { delivery: DeliveryDetails }) {
  return (
    <>
      {warnings.length > 0 && (
        <Alert color="amber" variant="light" title="Накладная расходится сама с собой">
          <ul className={classes.warnings}>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Alert>
      )}
      {duplicates.map(({ id, same }) => (
        <Alert key={id} color="amber" variant="light">
          {same === 'number'
            ? 'Накладная с этим номером и датой '
            : 'Накладная с теми же строками от этого поставщика '}
          <Anchor component={Link} to={`/deliveries/${id}`}>
            уже проведена
          </Anchor>
        </Alert>
      ))}
    </>
  );
}

function Past({ delivery }: { delivery: DeliveryDetails }) {
  return (
    <>
      <Alert variant="light" color="gray" icon={<Lock size={20} aria-hidden />}>
        {delivery.status === 'posted'
          ? 'Поставка проведена: товар в остатках, строки не изменить'
          : 'Поставка отменена: в остатках её нет. Чтобы провести, загрузите файл заново'}
      </Alert>
      <DeliveryLines
        delivery={delivery}
        queue={null}
        queued={new Map()}
        isCutOff={false}
        onAllDecided={() => {}}
        ref={null}
      />
    </>
  );
}

export function DeliveryPage() {
  const id = Number(useParams().id);
  const { data: delivery, error, refetch } = useDelivery(id);
  return (
    <div className={classes.page}>
      <title>{`Поставка ${delivery ? documentText(delivery) : ''} — Остаток`}</title>
      {error && !delivery && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !delivery && <ListSkeleton />}
      {delivery && (
        <>
          <DeliveryHead delivery={delivery} />
          <Warnings delivery={delivery} />
          <OrderCheck delivery={delivery} />
          {delivery.status === 'draft' ? <Draft key={id} delivery={delivery} /> : <Past delivery={delivery} />}
        </>
      )}
    </div>
  );
}
