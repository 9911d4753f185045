import type { AdminPlan } from '@ostatok/api/contract/plans.endpoints.ts';
import { ActionButtons } from '../list/ActionButtons.tsx';
import { ListFailed } from '../list/ListMessages.tsx';
import { Facts } from '../ui/Facts.tsx';
import { useRecord } from '../ui/use-record.ts';
import { planActions } from './plan-actions.tsx';
import { priceText, stateText } from './texts.ts';

export function PlanDetails({ id, row }: { id: string; row: AdminPlan | undefined }) {
  const { data: plan, error, refetch } = useRecord<AdminPlan>('plans', id, row);
  if (error && !plan) return <ListFailed text="Не удалось загрузить данные" error={error} onRetry={refetch} />;
  if (!plan) return <div className="list-bone" />;
  return (
    <>
      <h2 className="record-title">{plan.display_name}</h2>
      <p className="dim">{plan.description}</p>
      <Facts
        facts={[
          ['Код', plan.name],
          ['Состояние', stateText(plan)],
          ['За месяц', priceText(plan.price_monthly)],
          ['За год', plan.price_yearly === null ? '—' : priceText(plan.price_yearly)],
          ['Скидка', `${plan.discount_percent} %`],
          ['Заведений', plan.max_instances],
          ['Сотрудников', plan.max_users_per_instance],
          ['Место', `${plan.max_storage_mb} МБ`],
          plan.max_memory_mb !== null && ['Память заведения', `до ${plan.max_memory_mb} МБ`],
          plan.max_cpu_percent !== null && ['Процессор заведения', `до ${plan.max_cpu_percent} % ядра`],
          plan.max_tasks !== null && ['Процессов заведения', `до ${plan.max_tasks}`],
          ['Активных подписок', plan.active_subscriptions.toLocaleString('ru-RU')],
        ]}
      />
      <ul className="record-list">
        {plan.features.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <ActionButtons row={plan} actions={planActions} />
    </>
  );
}
