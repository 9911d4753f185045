import type { EmailStats } from '@ostatok/api/contract/email-templates.endpoints.ts';
import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';

const short = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const dayText = (date: unknown): string => short.format(new Date(`${String(date).slice(0, 10)}T00:00:00Z`));
const HEIGHT = 180;
const axis = { stroke: 'var(--dim)', fontSize: 12, tickLine: false, axisLine: false } as const;
const box = { background: 'var(--surface)', border: '1px solid var(--line)', borderRadius: 10, color: 'var(--text)' };

/** Letters by day; the table beside it gives the same figures as text. */
export default function StatsChart({ daily }: { daily: EmailStats['daily'] }) {
  return (
    <div className="email-chart" aria-hidden="true">
      <ResponsiveContainer width="100%" height={HEIGHT}>
        <BarChart data={daily} margin={{ left: -16, right: 8, top: 8 }} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis dataKey="date" tickFormatter={dayText} minTickGap={24} {...axis} />
          <YAxis allowDecimals={false} {...axis} />
          <Tooltip
            contentStyle={box}
            labelFormatter={dayText}
            cursor={{ fill: 'var(--hover)' }}
            isAnimationActive={false}
          />
          <Legend iconType="circle" formatter={(name) => <span className="chart-legend">{name}</span>} />
          <Bar name="Отправлено" dataKey="sent" stackId="letters" fill="var(--accent)" isAnimationActive={false} />
          <Bar name="Не дошло" dataKey="failed" stackId="letters" fill="var(--danger)" isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
