import { formatMoney } from '@ostatok/kit/web/format.ts';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { ListFailed } from '../list/ListMessages.tsx';
import { RunningOperations } from '../operations/RunningOperations.tsx';
import { timeText } from '../ui/texts.ts';
import './overview.css';
import { Attention } from './Attention.tsx';
import { useGrowth, useStats } from './queries.ts';

const Charts = lazy(() => import('./Charts.tsx'));

interface CardProps {
  label: string;
  value: string | undefined;
  /** The change during the present month. */
  change?: string | undefined;
  to: string;
}

function Card({ label, value, change, to }: CardProps) {
  return (
    <Link to={to} className="overview-card">
      <span className="dim">{label}</span>
      {value === undefined ? <span className="list-bone overview-bone" /> : <strong>{value}</strong>}
      {change !== undefined && <span className="overview-change">{change}</span>}
    </Link>
  );
}

const monthName = new Intl.DateTimeFormat('ru-RU', { month: 'long', timeZone: 'UTC' });
const signed = (value: number, text: (size: number) => string): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : ''}${text(Math.abs(value))}`;

/** The changes of the present month; empty until they are loaded. */
function useChanges(): { users?: string; tenants?: string; mrr?: string } {
  const { data: months = [], error } = useGrowth();
  const [before, present] = months.slice(-2);
  if (error) return {};
  if (!before || !present) return { users: '', tenants: '', mrr: '' };
  const when = ` за ${monthName.format(new Date(`${present.month}-01T00:00:00Z`))}`;
  const plain = (value: number): string => value.toLocaleString('ru-RU');
  return {
    users: signed(present.new_users, plain) + when,
    tenants: signed(present.new_tenants, plain) + when,
    mrr: signed(present.mrr - before.mrr, formatMoney) + when,
  };
}

const number = (value: number | undefined): string | undefined => value?.toLocaleString('ru-RU');

/** The state of the platform, the latest actions, and its growth. */
export default function OverviewPage() {
  const { data: stats, error, refetch } = useStats();
  const changes = useChanges();
  if (error && !stats)
    return (
      <div className="page">
        <h1>Обзор</h1>
        <ListFailed text="Не удалось загрузить данные" error={error} onRetry={refetch} />
      </div>
    );
  return (
    <div className="page">
      <h1>Обзор</h1>
      <Attention />
      <div className="overview-cards">
        <Card label="Пользователи" value={number(stats?.totalUsers)} change={changes.users} to="/admin/users" />
        <Card
          label="Активные тенанты"
          value={number(stats?.activeTenants ?? stats?.totalTenants)}
          change={changes.tenants}
          to="/admin/tenants?status=active"
        />
        <Card
          label="Активные подписки"
          value={number(stats?.activeSubscriptions)}
          change={changes.mrr === undefined ? undefined : 'на платных тарифах'}
          to="/admin/subscriptions?paid=true"
        />
        <Card
          label="MRR"
          value={stats && formatMoney(stats.mrr)}
          change={changes.mrr}
          to="/admin/subscriptions?paid=true"
        />
      </div>
      <RunningOperations />
      <div className="overview-columns">
        <Suspense fallback={<div className="panel overview-charts" />}>
          <Charts />
        </Suspense>
        <section className="panel" aria-labelledby="activity">
          <header className="panel-title">
            <h2 id="activity">Последняя активность</h2>
            <Link to="/admin/journal">Журнал</Link>
          </header>
          {stats?.recentActivity.length === 0 && <p className="dim">Нет последней активности</p>}
          <ol className="overview-activity">
            {stats?.recentActivity.map(({ id, description, timestamp }) => (
              <li key={id}>
                <Link to={`/admin/journal/${id}`}>{description}</Link>
                <time dateTime={timestamp} className="dim">
                  {timeText(timestamp)}
                </time>
              </li>
            ))}
          </ol>
        </section>
      </div>
    </div>
  );
}
