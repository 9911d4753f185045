import { Link } from 'react-router';
import { useSubscriptionStats } from './queries.ts';
import { shortPlanName } from './texts.ts';

/** Per plan: subscriptions that run, and everybody whose plan it is. */
export function PlanStats() {
  const { data, error } = useSubscriptionStats();
  if (error && !data)
    return (
      <p role="status" className="stat-strip">
        Не удалось загрузить данные подписок
      </p>
    );
  return (
    <ul className="stat-strip" aria-label="Подписки по тарифам">
      {data?.map((plan) => (
        <li key={plan.plan_id} className="stat">
          <span className="dim">{shortPlanName(plan)}</span>
          <Link
            to={`/admin/subscriptions?plan_id=${plan.plan_id}&status=active`}
            aria-label={`${shortPlanName(plan)}, активных: ${plan.active_count.toLocaleString('ru-RU')}`}
          >
            <strong>{plan.active_count.toLocaleString('ru-RU')}</strong>
          </Link>
          <Link to={`/admin/subscriptions?plan_id=${plan.plan_id}`} className="dim">
            пользователей: {plan.user_count.toLocaleString('ru-RU')}
          </Link>
        </li>
      ))}
    </ul>
  );
}
