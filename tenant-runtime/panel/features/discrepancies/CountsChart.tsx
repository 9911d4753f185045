import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { formatMoneyDelta } from '@ostatok/kit/web/format.ts';

export interface CountBar {
  id: number;
  /** «21 ноя» */
  label: string;
  /** Roubles; shortage is not above zero. */
  shortage: number;
  surplus: number;
}

/** Apart from the page, so that only who has closed counts waits for the charts. */
export default function CountsChart({ bars }: { bars: CountBar[] }) {
  return (
    <BarChart
      h={220}
      data={bars as unknown as Record<string, unknown>[]}
      dataKey="label"
      type="stacked"
      series={[
        { name: 'shortage', label: 'Недостача', color: 'var(--mantine-color-error)' },
        { name: 'surplus', label: 'Излишек', color: 'var(--ostatok-ring)' },
      ]}
      valueFormatter={(value) => formatMoneyDelta(value)}
      yAxisProps={{ width: 84 }}
      barProps={{ isAnimationActive: false }}
      // what is missing goes down from zero, what was found up; its figures are in a table for who does not see it
      barChartProps={{ accessibilityLayer: false, stackOffset: 'sign' }}
      maxBarWidth={48}
      tooltipAnimationDuration={0}
    />
  );
}
