import { Button } from '@mantine/core';
import { formatMoney, formatQuantity, quoted } from '@ostatok/kit/web/format.ts';
import type { OrderList } from '@ostatok/tenant-runtime/contract/reports.endpoints.ts';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import toast from 'react-hot-toast';
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
import { useVenue } from '../../venue/venue.ts';
import { useIsAdmin, useStock } from '../../workspace/workspace.ts';
import classes from './Order.module.css';
import { amountOf, byCategory, type OrderRow, orderText } from './order-text.ts';
import { Pace } from './Pace.tsx';

const COPIED_MS = 3_000;

function CopyOrder({ rows }: { rows: readonly OrderRow[] }) {
  const { name, timezone } = useVenue();
  const [copied, setCopied] = useState(false);

  async function copy(): Promise<void> {
    const day = new Date().toLocaleDateString('ru-RU', { day: 'numeric', month: 'long', timeZone: timezone });
    try {
      await navigator.clipboard.writeText(orderText(rows, `Заказ для ${quoted(name)}, ${day}`));
      setCopied(true);
      setTimeout(() => setCopied(false), COPIED_MS);
    } catch {
      toast.error('Браузер не дал скопировать. Скачайте Excel');
    }
  }

  return (
    <Button
      leftSection={copied ? <Check size={20} aria-hidden /> : <Copy size={20} aria-hidden />}
      onClick={() => void copy()}
    >
      {copied ? 'Скопировано' : 'Скопировать для поставщика'}
    </Button>
  );
}

function Line({ row }: { row: OrderRow }) {
  const { item, quantity, par, order, bottles, sum } = row;
  return (
    <tr>
      <td>
        <Link className={classes.name} to={`/?item=${item.id}`}>
          {item.name}
        </Link>
        <span className={classes.under}>
          есть {formatQuantity(quantity)} из {formatQuantity(par, item.unit)}
          {item.article ? ` · арт. ${item.article}` : ''}
        </span>
      </td>
      <td className={classes.number}>
        <b className={classes.amount}>{amountOf(row)}</b>
        {bottles !== null && <span className={classes.under}>{formatQuantity(order, item.unit)}</span>}
      </td>
      <td className={`${classes.number} ${classes.sum}`}>{sum === null ? '—' : formatMoney(sum)}</td>
    </tr>
  );
}

function List({ rows }: Pick<OrderList, 'rows'>) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Позиция</th>
          <th scope="col" className={classes.number}>
            Заказать
          </th>
          <th scope="col" className={`${classes.number} ${classes.sum}`}>
            На сумму
          </th>
        </tr>
      </thead>
      {byCategory(rows).map(({ category, rows: own }) => (
        <tbody key={category}>
          <tr>
            <th scope="rowgroup" colSpan={3} className={classes.category}>
              {category || 'Без категории'} <span className={classes.count}>{own.length}</span>
            </th>
          </tr>
          {own.map((row) => (
            <Line key={row.item.id} row={row} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Nothing({ withoutPar }: { withoutPar: number }) {
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
      {totals.withoutPar > 0 && ` · норма не задана: ${totals.withoutPar}`}
    </p>
  );
}

/** Lists the items below their par and the amounts to order to reach it. */
export function OrderPage() {
  const { data, error, refetch } = useReport(['order'], (signal) => api.call('GET /api/reports/order', { signal }));
  const isAdmin = useIsAdmin();
  const rows = data?.rows ?? [];

  function content() {
    if (error) return <Failure error={error} onRetry={() => void refetch()} />;
    if (!data) return <ListSkeleton />;
    if (rows.length === 0) return <Nothing withoutPar={data.totals.withoutPar} />;
    return (
      <>
        <Totals totals={data.totals} />
        <List rows={rows} />
      </>
    );
  }

  return (
    <Page
      title="Что заказать"
      actions={
        rows.length > 0 && (
          <>
            <CopyOrder rows={rows} />
            <PrintButton />
            <ExportButton report="order" />
          </>
        )
      }
    >
      {content()}
      {isAdmin && <Pace />}
    </Page>
  );
}
