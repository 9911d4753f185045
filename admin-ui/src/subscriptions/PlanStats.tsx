import { useSubscriptionStats } from './queries.ts';
import { shortPlanName } from './texts.ts';

/** Per plan: subscriptions that run, and everybody whose plan it is. */
export function PlanStats() {
  const { data = [], error } = useSubscriptionStats();
  if (error)
    return (
      <p role="status" className="stat-strip">
        Не удалось загрузить данные подписок
      </p>
    );
  return (
    <ul className="stat-strip" aria-label="Подписки по тарифам">
      {data.map((plan) => (
        <li key={plan.plan_id} className="stat">
          <span className="dim">{shortPlanName(plan)}</span>
          <strong>{plan.active_count.toLocaleString('ru-RU')}</strong>
          <span className="dim">пользователей: {plan.user_count.toLocaleString('ru-RU')}</span>
        </li>
      ))}
    </ul>
  );
}
