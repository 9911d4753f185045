import { Anchor, Button, Text } from '@mantine/core';
import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { formatMoney } from '@ostatok/kit/web/format.ts';
import type { OrderList } from '@ostatok/tenant-runtime/contract/reports.endpoints.ts';
import { Link } from 'react-router';
import { api } from '../../client/api.ts';
import { ExportButton } from '../../files/ExportButton.tsx';
import { useReport } from '../../reports/use-report.ts';
import { Failure } from '../../ui/Failure.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { PrintButton } from '../../ui/PrintButton.tsx';
import { itemsInWords, ofItems } from '../../ui/words.ts';
import { useIsAdmin, useStock } from '../../workspace/workspace.ts';
import classes from './Order.module.css';
import { bySupplier } from './order-text.ts';
import { Pace } from './Pace.tsx';
import { SentOrders } from './SentOrders.tsx';
import { SupplierGroup } from './SupplierGroup.tsx';
import { useTypedOrders } from './use-typed-orders.ts';

function Nothing({ withoutPar, ordered }: Pick<OrderList['totals'], 'withoutPar' | 'ordered'>) {
  const isAdmin = useIsAdmin();
  const { items, asOf } = useStock();
  if (asOf !== null && items.length === 0) {
    return (
      <Notice
        title="Заказывать пока нечего"
        text="Добавьте позиции и задайте нормы: здесь будет то, чего стало меньше нормы"
      >
        <Button component={Link} to={isAdmin ? '/excel' : '/'}>
          {isAdmin ? 'Загрузить из Excel' : 'Открыть остатки'}
        </Button>
      </Notice>
    );
  }
  if (ordered > 0) {
    return <Notice title="Всё заказано" text={`Меньше нормы ${itemsInWords(ordered)}, и всё уже едет`} fill={1} />;
  }
  if (withoutPar === 0) return <Notice title="Заказывать нечего" text="Всего не меньше нормы" fill={1} />;
  return (
    <Notice
      title="Заказывать нечего"
      text={`У ${ofItems(withoutPar)} не задана норма, меньше которой пора заказывать`}
      fill={0.7}
    >
      {isAdmin && (
        <Button component={Link} to="/">
          Задать нормы
        </Button>
      )}
    </Notice>
  );
}

function Totals({ totals }: Pick<OrderList, 'totals'>) {
  return (
    <p className={classes.totals}>
      {itemsInWords(totals.items)} на <b>{formatMoney(totals.sum)}</b>
      {totals.withoutCost > 0 && ` · без цены: ${totals.withoutCost}`}
      {totals.ordered > 0 && ` · уже заказано: ${totals.ordered}`}
      {totals.withoutPar > 0 && ` · норма не задана: ${totals.withoutPar}`}
    </p>
  );
}

/** Lists the items below their par and the amounts to order to reach it. */
export function OrderPage() {
  const { data, error, refetch } = useReport(['order'], (signal) => api.call('GET /api/reports/order', { signal }));
  const isAdmin = useIsAdmin();
  const { amounts, notes, typeAmount, typeNote } = useTypedOrders();
  const rows = data?.rows ?? [];

  function content() {
    const isClosed = error instanceof ApiError && error.code === 'blind_count';
    if (error && (!data || isClosed)) return <Failure error={error} onRetry={() => void refetch()} />;
    if (!data) return <ListSkeleton />;
    if (rows.length === 0) return <Nothing {...data.totals} />;
    return (
      <>
        {/* what was typed below stays */}
        {error && (
          <Text role="alert" c="var(--mantine-color-error)">
            Обновить не удалось.{' '}
            <Anchor component="button" type="button" onClick={() => void refetch()}>
              Повторить
            </Anchor>
          </Text>
        )}
        <Totals totals={data.totals} />
        {bySupplier(rows).map((group) => {
          const id = group.supplier?.id ?? 0;
          return (
            <SupplierGroup
              key={id}
              group={group}
              typed={amounts}
              onType={typeAmount}
              note={notes[id] ?? ''}
              onNote={(note) => typeNote(id, note)}
            />
          );
        })}
      </>
    );
  }

  return (
    <Page
      title="Что заказать"
      actions={
        rows.length > 0 && (
          <>
            <PrintButton />
            <ExportButton report="order" />
          </>
        )
      }
    >
      {content()}
      {isAdmin && <SentOrders />}
      {isAdmin && <Pace />}
    </Page>
  );
}
