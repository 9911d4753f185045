import '@mantine/charts/styles.layer.css';
import { LineChart } from '@mantine/charts';
import { formatDateTime, formatDelta, formatQuantity } from '@ostatok/kit/web/format.ts';
import { originOf, reasonLabels } from '../../../changes/change-labels.ts';
import { personOf } from '../../../ui/person.ts';
import classes from './History.module.css';
import type { HistoryPoint } from './history.ts';

interface HistoryChartProps {
  points: HistoryPoint[];
  unit: string;
  timeZone: string;
}

function Hint({ point, unit, timeZone }: { point: HistoryPoint | undefined; unit: string; timeZone: string }) {
  if (!point) return null;
  const { change } = point;
  return (
    <div className={classes.hint}>
      <b>{formatQuantity(point.quantity, unit)}</b>
      <div>{formatDateTime(new Date(point.at), timeZone)}</div>
      {change && (
        <div>
          {formatDelta(change.delta, unit)} · {personOf(change.user)} · {originOf(change)}
          {change.reason ? ` · ${reasonLabels[change.reason]}` : ''}
        </div>
      )}
    </div>
  );
}

const day = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'short', timeZone });
  return (at: number): string => format.format(at);
};

/** Marks counts, because they are the reliable points. */
function Mark({ cx, cy, payload }: { cx?: number; cy?: number; payload?: HistoryPoint }) {
  if (payload?.change?.source !== 'count') return null;
  return <circle cx={cx} cy={cy} r={5} fill="var(--ostatok-alive)" stroke="var(--ostatok-surface)" strokeWidth={2} />;
}

/** A separate chunk, so that the chart library loads only when a history is opened. */
export default function HistoryChart({ points, unit, timeZone }: HistoryChartProps) {
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
  return (
    <LineChart
      h={200}
      data={points}
      dataKey="at"
      series={[{ name: 'quantity', color: 'var(--ostatok-ring)' }]}
      curveType="stepAfter"
      withDots
      strokeWidth={2}
      valueFormatter={(value) => formatQuantity(value)}
      xAxisProps={{
        type: 'number',
        scale: 'time',
        domain: [first, last],
        tickFormatter: day(timeZone),
        minTickGap: 40,
      }}
      yAxisProps={{ width: 48, domain: [(least: number) => Math.min(0, least), 'auto'] }}
      lineProps={() => ({ isAnimationActive: false, dot: <Mark />, activeDot: { r: 4 } })}
      tooltipAnimationDuration={0}
      tooltipProps={{
        content: ({ payload }) => (
          <Hint point={payload?.[0]?.payload as HistoryPoint | undefined} unit={unit} timeZone={timeZone} />
        ),
      }}
    />
  );
}
