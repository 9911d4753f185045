import { Anchor, Skeleton, VisuallyHidden } from '@mantine/core';
import { formatMoneyDelta } from '@ostatok/kit/web/format.ts';
import type { Count } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { useCounts } from '../../counts/counts.ts';
import { useVenue } from '../../venue/venue.ts';
import classes from './Charts.module.css';
import type { CountBar } from './CountsChart.tsx';

const CountsChart = lazy(() => import('./CountsChart.tsx'));

const MOST_COUNTS = 12;

/** The last closed counts of stock, oldest first; spot checks are left out, because they compare too few items. */
function barsOf(counts: readonly Count[], timeZone: string): CountBar[] {
  const day = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'short', timeZone });
  return counts
    .filter(({ spot, totals, closedAt }) => !spot && totals !== null && closedAt !== null)
    .sort((a, b) => String(a.closedAt).localeCompare(String(b.closedAt)))
    .slice(-MOST_COUNTS)
    .map(({ id, closedAt, totals }) => ({
      id,
      label: day.format(new Date(closedAt ?? 0)),
      shortage: totals?.money.shortage ?? 0,
      surplus: totals?.money.surplus ?? 0,
    }));
}

/** Shows the trend: money missing and found at each closed count. */
export function OverCounts() {
  const { timezone } = useVenue();
  const { data } = useCounts('closed');
  const bars = barsOf(data ?? [], timezone);
  if (bars.length === 0) {
    return (
      <section className={classes.panel} aria-label="По подсчётам">
        <h2 className={classes.heading}>По подсчётам</h2>
        <p className={classes.dim}>
          Здесь будет видно, становится ли потерь меньше.{' '}
          <Anchor component={Link} to="/counts">
            Проведите подсчёт
          </Anchor>
        </p>
      </section>
    );
  }
  return (
    <section className={classes.panel} aria-label="По подсчётам">
      <h2 className={classes.heading}>По подсчётам</h2>
      <div className={classes.chart} aria-hidden>
        <Suspense fallback={<Skeleton height={220} />}>
          <CountsChart bars={bars} />
        </Suspense>
      </div>
      <VisuallyHidden>
        <table>
          <caption>Недостача и излишек по подсчётам</caption>
          <thead>
            <tr>
              <th scope="col">Подсчёт</th>
              <th scope="col">Недостача</th>
              <th scope="col">Излишек</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ id, label, shortage, surplus }) => (
              <tr key={id}>
                <th scope="row">{label}</th>
                <td>{formatMoneyDelta(shortage)}</td>
                <td>{formatMoneyDelta(surplus)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </section>
  );
}
