import { Alert, Button } from '@mantine/core';
import { formatDateTime, formatMoney } from '@ostatok/kit/web/format.ts';
import { newId } from '@ostatok/kit/web/new-id.ts';
import type { Delivery } from '@ostatok/tenant-runtime/contract/deliveries.endpoints.ts';
import { MAX_FILE_BYTES } from '@ostatok/tenant-runtime/contract/imports.ts';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { messageOf } from '../../client/api.ts';
import type { UnknownTable } from '../../files/columns.ts';
import { DropZone } from '../../files/DropZone.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { Page } from '../../ui/Page.tsx';
import { useVenue } from '../../venue/venue.ts';
import classes from './Deliveries.module.css';
import { useDeliveries } from './deliveries.ts';
import { dayText, supplierText } from './delivery-lines.ts';
import { StatusBadge } from './StatusBadge.tsx';
import { UnknownColumns } from './UnknownColumns.tsx';
import { type Upload, useDeliveryUpload } from './use-delivery-upload.ts';

const FORMATS = 'УПД, ТОРГ-12, накладные iiko и ЕГАИС, любая таблица Excel';

function Row({ delivery }: { delivery: Delivery }) {
  const { timezone } = useVenue();
  const { id, day, number, status, worth, created_at } = delivery;
  return (
    <li>
      <Link to={`/deliveries/${id}`} className={classes.row}>
        <span className={classes.day}>{day ? dayText(day) : formatDateTime(created_at, timezone)}</span>
        <span className={classes.supplier}>{supplierText(delivery)}</span>
        <span className={classes.number}>{number ? `№ ${number}` : 'без номера'}</span>
        <span className={classes.worth}>{formatMoney(worth)}</span>
        <span className={classes.status}>
          <StatusBadge status={status} />
        </span>
      </Link>
    </li>
  );
}

function List() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useDeliveries();
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={4} />;
  const deliveries = data.pages.flatMap((page) => page.deliveries);
  if (deliveries.length === 0) {
    return (
      <p className={classes.nothing}>
        <b>Поставок ещё не было.</b> Загрузите первую накладную: остатки пополнятся, а цены закупки обновятся сами
      </p>
    );
  }
  return (
    <>
      <ul className={classes.list} aria-label="Поставки">
        {deliveries.map((delivery) => (
          <Row key={delivery.id} delivery={delivery} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Показать ещё
        </Button>
      )}
    </>
  );
}

export function DeliveriesPage() {
  const navigate = useNavigate();
  const [unknown, setUnknown] = useState<{ table: UnknownTable; upload: Upload } | null>(null);
  const upload = useDeliveryUpload({
    onDraft: (id) => void navigate(`/deliveries/${id}`),
    onUnknown: (table, tried) => setUnknown({ table, upload: tried }),
  });
  return (
    <Page title="Поставки">
      {upload.error && (
        <Alert color="red" variant="light" role="alert">
          {messageOf(upload.error)}
        </Alert>
      )}
      {unknown ? (
        <UnknownColumns
          key={unknown.upload.key}
          table={unknown.table}
          upload={unknown.upload}
          isReading={upload.isPending}
          onRead={upload.mutate}
          onClose={() => {
            upload.reset();
            setUnknown(null);
          }}
        />
      ) : (
        <DropZone
          label="Файл накладной"
          button="Загрузить накладную"
          accept=".xml,.xls,.xlsx,.json"
          hint={`${FORMATS}, до ${MAX_FILE_BYTES / 1024 / 1024} МБ. Сначала покажем, что в накладной`}
          busy={upload.isPending}
          onFile={(file) => upload.mutate({ key: newId(), file })}
        />
      )}
      {!unknown && <List />}
    </Page>
  );
}
