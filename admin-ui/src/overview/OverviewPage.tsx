import { formatMoney } from '@ostatok/kit/web/format.ts';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { ListFailed } from '../list/ListMessages.tsx';
import { RunningOperations } from '../operations/RunningOperations.tsx';
import { timeText } from '../ui/texts.ts';
import './overview.css';
import { Attention } from './Attention.tsx';
import { useStats } from './queries.ts';

const Charts = lazy(() => import('./Charts.tsx'));

function Card({ label, value, to }: { label: string; value: string | undefined; to: string }) {
  return (
    <Link to={to} className="overview-card">
      <span className="dim">{label}</span>
      {value === undefined ? <span className="list-bone overview-bone" /> : <strong>{value}</strong>}
    </Link>
  );
}

const number = (value: number | undefined): string | undefined => value?.toLocaleString('ru-RU');

/** How the platform is now, what was done last, and where it is going. */
export default function OverviewPage() {
  const { data: stats, error, refetch } = useStats();
  if (error && !stats) return <ListFailed text="Не удалось загрузить данные" error={error} onRetry={refetch} />;
  return (
    <div className="page">
      <h1>Обзор</h1>
      <div className="overview-cards">
        <Card label="Пользователи" value={number(stats?.totalUsers)} to="/admin/users" />
        <Card
          label="Активные тенанты"
          value={number(stats?.activeTenants ?? stats?.totalTenants)}
          to="/admin/tenants?status=active"
        />
        <Card
          label="Активные подписки"
          value={number(stats?.activeSubscriptions)}
          to="/admin/subscriptions?status=active"
        />
        <Card label="MRR" value={stats && formatMoney(stats.mrr)} to="/admin/subscriptions" />
      </div>
      <Attention />
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
                <span>{description}</span>
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
