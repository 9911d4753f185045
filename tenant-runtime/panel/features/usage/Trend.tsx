import { formatMoney } from '@ostatok/kit/web/format.ts';
import type { UsageTrend } from '@ostatok/tenant-runtime/contract/usage.endpoints.ts';
import { Link } from 'react-router';
import { useVenue } from '../../venue/venue.ts';
import classes from './Usage.module.css';
import { useTrend } from './usage.ts';
import { percent } from './usage-rows.ts';

/** Fewer periods show no direction. */
const LEAST_PERIODS = 2;

const goneOf = ({ used, shortage }: UsageTrend): number => used - shortage;

/** The shortage of the last periods, for who wants to know whether it gets better; a period opens its report. */
export function Trend({ chosen }: { chosen: { from: number; to: number } }) {
  const { timezone } = useVenue();
  const { data } = useTrend();
  const periods = data?.periods ?? [];
  if (periods.length < LEAST_PERIODS) return null;
  const day = new Intl.DateTimeFormat('ru-RU', { day: '2-digit', month: '2-digit', timeZone: timezone });
  const daysOf = ({ from, to }: UsageTrend): string =>
    `${day.format(new Date(from.closed_at))} – ${day.format(new Date(to.closed_at))}`;
  const largest = Math.max(...periods.map(({ shortage }) => -shortage));
  return (
    <section className={classes.trend}>
      <h2>Недостача по периодам</h2>
      <ol>
        {periods.map((period) => (
          <li key={period.to.id}>
            <Link
              to={`/usage?from=${period.from.id}&to=${period.to.id}`}
              aria-current={period.from.id === chosen.from && period.to.id === chosen.to ? 'true' : undefined}
            >
              {daysOf(period)}
            </Link>
            <span className={classes.track} aria-hidden>
              <span style={{ width: largest > 0 ? `${(-period.shortage / largest) * 100}%` : 0 }} />
            </span>
            <span className={classes.sum}>{formatMoney(Math.abs(period.shortage))}</span>
            <span className={classes.share}>{goneOf(period) > 0 ? percent(period.shortage / goneOf(period)) : ''}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
