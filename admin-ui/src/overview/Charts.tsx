import { useMediaQuery } from '@mui/material';
import type { GrowthMonth } from '@ostatok/api/contract/overview.endpoints.ts';
import { formatMoney } from '@ostatok/kit/web/format.ts';
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { useGrowth } from './queries.ts';

const short = new Intl.DateTimeFormat('ru-RU', { month: 'short', year: '2-digit', timeZone: 'UTC' });
const monthText = (month: string): string => short.format(new Date(`${month}-01T00:00:00Z`)).replace(/ г\.$/, '');

const shortMonth = new Intl.DateTimeFormat('ru-RU', { month: 'short', timeZone: 'UTC' });
/** The axis label of a month, with the year in January. */
const tickText = (month: string): string =>
  month.endsWith('-01') ? monthText(month) : shortMonth.format(new Date(`${month}-01T00:00:00Z`)).replace('.', '');

const compact = new Intl.NumberFormat('ru-RU', { notation: 'compact' });
const MOTION_MS = 200;
const HEIGHT = 190;
const axis = { stroke: 'var(--dim)', fontSize: 12, tickLine: false, axisLine: false } as const;
const tooltip = {
  contentStyle: {
    background: 'var(--surface)',
    border: '1px solid var(--line)',
    borderRadius: 10,
    color: 'var(--text)',
  },
  labelFormatter: (label: unknown) => monthText(String(label)),
} as const;

interface ChartProps {
  months: GrowthMonth[];
  isAnimated: boolean;
}

const IncomeChart = ({ months, isAnimated }: ChartProps) => (
  <ResponsiveContainer width="100%" height={HEIGHT}>
    <AreaChart data={months} margin={{ right: 8, top: 8 }} accessibilityLayer={false}>
      <CartesianGrid stroke="var(--line)" vertical={false} />
      <XAxis dataKey="month" tickFormatter={tickText} {...axis} />
      <YAxis width="auto" tickFormatter={(value: number) => compact.format(value)} {...axis} />
      <Tooltip {...tooltip} isAnimationActive={isAnimated} formatter={(value) => formatMoney(Number(value))} />
      <Area
        name="MRR"
        dataKey="mrr"
        stroke="var(--accent)"
        strokeWidth={2}
        fill="var(--accent)"
        fillOpacity={0.14}
        isAnimationActive={isAnimated}
        animationDuration={MOTION_MS}
      />
    </AreaChart>
  </ResponsiveContainer>
);

const GrowthChart = ({ months, isAnimated }: ChartProps) => (
  <ResponsiveContainer width="100%" height={HEIGHT}>
    <BarChart data={months} margin={{ right: 8, top: 8 }} accessibilityLayer={false}>
      <CartesianGrid stroke="var(--line)" vertical={false} />
      <XAxis dataKey="month" tickFormatter={tickText} {...axis} />
      <YAxis width="auto" allowDecimals={false} {...axis} />
      <Tooltip {...tooltip} isAnimationActive={isAnimated} cursor={{ fill: 'var(--hover)' }} />
      <Legend iconType="circle" itemSorter={null} formatter={(name) => <span className="chart-legend">{name}</span>} />
      <Bar
        name="Пользователи"
        dataKey="new_users"
        fill="var(--accent)"
        radius={3}
        isAnimationActive={isAnimated}
        animationDuration={MOTION_MS}
      />
      <Bar
        name="Заведения"
        dataKey="new_tenants"
        fill="var(--alive)"
        radius={3}
        isAnimationActive={isAnimated}
        animationDuration={MOTION_MS}
      />
    </BarChart>
  </ResponsiveContainer>
);

/** The chart's figures as a table, for screen readers. */
const GrowthTable = ({ months }: { months: GrowthMonth[] }) => (
  <details className="record-section">
    <summary>Таблицей</summary>
    <div className="table-scroll">
      <table className="plain-table">
        <caption className="visually-hidden">MRR и рост по месяцам</caption>
        <thead>
          <tr>
            <th scope="col">Месяц</th>
            <th scope="col" className="list-right">
              MRR
            </th>
            <th scope="col" className="list-right">
              Пользователи
            </th>
            <th scope="col" className="list-right">
              Новые
            </th>
            <th scope="col" className="list-right">
              Тенанты
            </th>
            <th scope="col" className="list-right">
              Новые
            </th>
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map((month) => (
            <tr key={month.month}>
              <th scope="row">{monthText(month.month)}</th>
              <td className="list-right">{formatMoney(month.mrr)}</td>
              <td className="list-right">{month.users.toLocaleString('ru-RU')}</td>
              <td className="list-right">{month.new_users.toLocaleString('ru-RU')}</td>
              <td className="list-right">{month.tenants.toLocaleString('ru-RU')}</td>
              <td className="list-right">{month.new_tenants.toLocaleString('ru-RU')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
);

export default function Charts() {
  const { data: months, error } = useGrowth();
  const isAnimated = !useMediaQuery('(prefers-reduced-motion: reduce)', { noSsr: true });
  if (error && !months) return <p role="alert">Не удалось загрузить данные</p>;
  if (!months) return <div className="panel overview-charts" />;
  return (
    <section className="panel" aria-label="MRR и рост по месяцам">
      <h2>MRR по месяцам</h2>
      <div aria-hidden="true">
        <IncomeChart months={months} isAnimated={isAnimated} />
      </div>
      <h2>Новые по месяцам</h2>
      <div aria-hidden="true">
        <GrowthChart months={months} isAnimated={isAnimated} />
      </div>
      <GrowthTable months={months} />
    </section>
  );
}
