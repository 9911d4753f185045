import { Link } from 'react-router';
import { useSubscriptionStats } from './queries.ts';
import { shortPlanName } from './texts.ts';

/** The number of plans of a new platform, for the placeholder. */
const USUALLY = 4;

/** For each plan, the running subscriptions and the number of users. */
export function PlanStats() {
  const { data, error, refetch } = useSubscriptionStats();
  if (error && !data)
    return (
      <p role="status" className="stat-strip">
        Не удалось загрузить данные подписок{' '}
        <button type="button" className="row-action" onClick={() => void refetch()}>
          Повторить
        </button>
      </p>
    );
  if (!data)
    return (
      <div className="stat-strip" aria-busy="true">
        {Array.from({ length: USUALLY }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
          <span key={index} className="stat stat-bones">
            <span className="list-bone" />
            <span className="list-bone" />
            <span className="list-bone" />
          </span>
        ))}
      </div>
    );
  return (
    <ul className="stat-strip" aria-label="Подписки по тарифам">
      {data.map((plan) => (
        <li key={plan.plan_id} className="stat">
          <span className="dim">{shortPlanName(plan)}</span>
          <Link
            to={`/admin/subscriptions?plan_id=${plan.plan_id}&${plan.plan_name === 'free' ? 'status=active' : 'paid=true'}`}
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
