import { Anchor, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { formatDateTime, formatMoney, formatQuantity, plural } from '@ostatok/kit/web/format.ts';
import type { ShownChange } from '@ostatok/tenant-runtime/contract/changes.endpoints.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { originOf, reasonLabels } from '../../../changes/change-labels.ts';
import { UndoChange } from '../../../changes/UndoChange.tsx';
import { differenceOf } from '../../../stock/stock-filter.ts';
import { Delta } from '../../../ui/Delta.tsx';
import { Failure } from '../../../ui/Failure.tsx';
import { personOf } from '../../../ui/person.ts';
import { formatShown, HIDDEN } from '../../../ui/shown.ts';
import { useVenue } from '../../../venue/venue.ts';
import classes from './History.module.css';
import { goneBy, type HistoryPoint, historyOf } from './history.ts';
import { type History, MOST_CHANGES, type Range, ranges, useHistory } from './use-history.ts';

const HistoryChart = lazy(() => import('./HistoryChart.tsx'));

/** Enough to find a mistake; the log has the rest. */
const SHOWN_ROWS = 30;

/** Describes the chart in one sentence for screen readers. */
function inWords(points: readonly HistoryPoint[], changes: number, { unit }: ShownItem): string {
  const [first, last] = [points[0], points.at(-1)];
  const times = `${changes} ${plural(changes, ['изменение', 'изменения', 'изменений'])}`;
  return `Остаток за период: ${formatQuantity(first?.quantity)} → ${formatQuantity(last?.quantity, unit)}, ${times}`;
}

function Chart({ item, history }: { item: ShownItem; history: History }) {
  const { timezone } = useVenue();
  const { changes, from } = history;
  const points = useMemo(
    () => historyOf(changes, item.quantity, { from, now: Date.now() }),
    [changes, item.quantity, from],
  );
  if (points === null) return <Text c="dimmed">Идёт слепой подсчёт: остаток покажем, когда его закроют</Text>;
  return (
    <div className={classes.chart} role="img" aria-label={inWords(points, changes.length, item)}>
      <Suspense fallback={<Skeleton height={200} />}>
        <HistoryChart points={points} unit={item.unit} timeZone={timezone} />
      </Suspense>
    </div>
  );
}

/** Shows the loss against the expected quantity until now, and what went for each reason in the range. */
function Losses({ item, changes }: { item: ShownItem; changes: readonly ShownChange[] }) {
  const difference = differenceOf(item);
  const gone = goneBy(changes);
  if ((difference === null || difference === 0) && gone.length === 0) return null;
  return (
    <ul className={classes.facts}>
      {difference !== null && difference !== 0 && (
        <li>
          {difference < 0 ? 'Не хватает по учёту' : 'Больше, чем по учёту'}:{' '}
          <b>{formatQuantity(Math.abs(difference), item.unit)}</b>
          {item.cost !== null && `, ${formatMoney(Math.abs(difference) * item.cost)}`}
        </li>
      )}
      {gone.map(({ reason, quantity }) => (
        <li key={reason}>
          {reasonLabels[reason]} за период: <b>{formatQuantity(quantity, item.unit)}</b>
          {item.cost !== null && `, ${formatMoney(quantity * item.cost)}`}
        </li>
      ))}
    </ul>
  );
}

function Row({ change }: { change: ShownChange }) {
  const { timezone } = useVenue();
  return (
    <tr data-undone={change.undone}>
      <td>
        {personOf(change.user)}
        <span className={classes.under}>
          {formatDateTime(change.at, timezone)} · {originOf(change)}
          {change.reason ? ` · ${reasonLabels[change.reason]}` : ''}
        </span>
        {change.note && <span className={classes.note}>{change.note}</span>}
      </td>
      <td className={classes.right}>
        <Delta value={change.delta} unit={change.item.unit} className={classes.amount ?? ''} />
        <span className={classes.under}>
          {change.before === null ? HIDDEN : `${formatQuantity(change.before)} → ${formatShown(change.after)}`}
        </span>
      </td>
      <td className={classes.right}>
        <UndoChange change={change} />
      </td>
    </tr>
  );
}

function Changes({ item, history: { changes, total } }: { item: ShownItem; history: History }) {
  if (changes.length === 0) return <Text c="dimmed">За этот период изменений не было</Text>;
  return (
    <>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Кто и когда</th>
            <th scope="col" className={classes.right}>
              Сколько
            </th>
            <th scope="col" className={classes.right}>
              Действие
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.slice(0, SHOWN_ROWS).map((change) => (
            <Row key={change.id} change={change} />
          ))}
        </tbody>
      </table>
      <Anchor component={Link} to={`/changes?item=${item.id}`}>
        Весь журнал позиции
      </Anchor>
      {total > MOST_CHANGES && (
        <Text size="sm" c="dimmed">
          На графике последние {MOST_CHANGES.toLocaleString('ru-RU')} изменений
        </Text>
      )}
    </>
  );
}

export function ItemHistory({ item }: { item: ShownItem }) {
  const [range, setRange] = useState<Range>('30');
  const { data, error, refetch } = useHistory(item.id, range);
  return (
    <Stack gap="sm">
      <SegmentedControl
        fullWidth
        size="md"
        aria-label="Период"
        classNames={{ label: classes.range }}
        data={ranges.map((value) => ({ value, label: `${value} дней` }))}
        value={range}
        onChange={(value) => setRange(value as Range)}
      />
      {data ? <Chart item={item} history={data} /> : !error && <Skeleton height={200} />}
      {data && <Losses item={item} changes={data.changes} />}
      {data && <Changes item={item} history={data} />}
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
    </Stack>
  );
}
