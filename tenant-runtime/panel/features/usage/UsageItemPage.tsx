import { Anchor } from '@mantine/core';
import { formatDateTime, formatDelta, formatMoneyDelta, formatQuantity } from '@ostatok/kit/web/format.ts';
import type { UsageLedger } from '@ostatok/tenant-runtime/contract/usage.endpoints.ts';
import type { LedgerKind, UsageQuery } from '@ostatok/tenant-runtime/contract/usage.ts';
import { ChevronLeft } from 'lucide-react';
import { Link, Navigate, useParams } from 'react-router';
import { Failure } from '../../ui/Failure.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { Page } from '../../ui/Page.tsx';
import { useVenue } from '../../venue/venue.ts';
import classes from './Usage.module.css';
import { useLedger, usePeriodInAddress } from './usage.ts';

const labels: Record<LedgerKind, string> = {
  opening: 'Было',
  delivered: 'Поставка',
  added: 'Приход',
  taken: 'Расход',
  sold: 'Продано',
  waste: 'Списание',
  comp: 'Угощение',
  transfer: 'Перемещение',
  observed: 'Проверка',
  counted: 'Насчитано',
};

/** A day without a time, as the till tells it: «10 нояб.». */
const dayText = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'short', timeZone: 'UTC' });

function useWhen(): (at: string) => string {
  const { timezone } = useVenue();
  return (at) => (at.length > 10 ? formatDateTime(at, timezone) : dayText.format(new Date(at)));
}

/** Tells when it went, where checks between the counts have narrowed it. */
function Windows({ windows, unit }: { windows: UsageLedger['windows']; unit: string }) {
  const when = useWhen();
  const lost = windows.filter(({ variance, error }) => variance < 0 && -variance > error);
  if (windows.length < 2 || lost.length === 0) return null;
  return (
    <p className={classes.windows}>
      {lost.map(({ from, to, variance }) => (
        <span key={from}>
          {when(from)} – {when(to)}: <b>{formatDelta(variance, unit)}</b>
        </span>
      ))}
    </p>
  );
}

function Ledger({ ledger: { row, lines, windows } }: { ledger: UsageLedger }) {
  const when = useWhen();
  const { unit } = row.item;
  return (
    <>
      <p className={classes.dim}>
        {row.variance === 0 ? 'Сошлось' : `Разница ${formatDelta(row.variance, unit)}`}
        {row.loss !== null && row.loss !== 0 && ` · ${formatMoneyDelta(row.loss)}`}
        {row.error > 0 && ` · сами подсчёты точны до ±${formatQuantity(row.error, unit)}`}
        {!row.certain && row.variance !== 0 && ': такая разница может быть ошибкой подсчёта'}
      </p>
      <Windows windows={windows} unit={unit} />
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Когда</th>
            <th scope="col">Что</th>
            <th scope="col" className={classes.number}>
              Сколько
            </th>
            <th scope="col" className={classes.number}>
              Должно быть
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ kind, at, text, quantity, expected, difference }, index) => (
            // Two sales of one dish on one day may look alike; the lines never move.
            // biome-ignore lint/suspicious/noArrayIndexKey: the order is the ledger's own
            <tr key={index} data-seen={difference !== null || undefined}>
              <td className={classes.when}>{when(at)}</td>
              <td>
                {labels[kind]}
                {text && <span className={classes.under}>{text}</span>}
              </td>
              <td className={classes.number}>
                {kind === 'opening' || difference !== null ? formatQuantity(quantity) : formatDelta(quantity)}
              </td>
              <td
                className={`${classes.number} ${difference === null ? '' : classes.variance}`}
                data-sign={Math.sign(difference ?? 0)}
              >
                {formatQuantity(expected)}
                {difference !== null && difference !== 0 && (
                  <span className={classes.under}>{formatDelta(difference, unit)}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function ItemPage({ id, query, search }: { id: number; query: UsageQuery; search: string }) {
  const { data, error, refetch } = useLedger(id, query);
  return (
    <Page title={data?.row.item.name ?? 'Расход'}>
      <Anchor component={Link} to={`/usage?${search}`} className={classes.back}>
        <ChevronLeft size={16} aria-hidden /> Расход
      </Anchor>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton />}
      {data && <Ledger ledger={data} />}
    </Page>
  );
}

/** The ledger of one item between two counts. */
export function UsageItemPage() {
  const { from, to, days, search } = usePeriodInAddress();
  const id = Number(useParams().id);
  if (!from || !to || !Number.isInteger(id)) return <Navigate to="/usage" replace />;
  return <ItemPage id={id} query={{ from, to, ...days }} search={search} />;
}
