import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { formatMoneyDelta } from '@ostatok/kit/web/format.ts';

export type CountBar = {
  id: number;
  /** The day, as «21 ноя». */
  label: string;
  /** In roubles; a shortage is zero or negative. */
  shortage: number;
  surplus: number;
};

/** A separate chunk, so that the chart library loads only for users who have closed counts. */
export default function CountsChart({ bars }: { bars: CountBar[] }) {
  return (
    <BarChart
      h={220}
      data={bars}
      dataKey="label"
      type="stacked"
      series={[
        { name: 'shortage', label: 'Недостача', color: 'var(--mantine-color-error)' },
        { name: 'surplus', label: 'Излишек', color: 'var(--ostatok-ring)' },
      ]}
      valueFormatter={(value) => formatMoneyDelta(value)}
      yAxisProps={{ width: 84 }}
      barProps={{ isAnimationActive: false }}
      // Shortage goes down from zero, surplus goes up. A table gives the same figures to screen readers.
      barChartProps={{ accessibilityLayer: false, stackOffset: 'sign' }}
      maxBarWidth={48}
      tooltipAnimationDuration={0}
    />
  );
}
