import { subscriptionStatusLabels } from '@ostatok/api/contract/labels.ts';
import type { SubscriptionUser } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import { useMemo } from 'react';
import { DataList } from '../list/DataList.tsx';
import type { Filter } from '../list/types.ts';
import { priceText } from '../plans/texts.ts';
import { dateText } from '../ui/texts.ts';
import { columns, SubscriptionStatusBadge } from './columns.tsx';
import { PlanStats } from './PlanStats.tsx';
import { usePlans } from './queries.ts';
import { SubscriptionDetails } from './SubscriptionDetails.tsx';
import { subscriptionActions } from './subscription-actions.tsx';
import { remainingText } from './texts.ts';

const statusFilter: Filter = {
  key: 'status',
  label: 'Статус',
  choices: Object.entries(subscriptionStatusLabels).map(([value, label]) => ({ value, label })),
};

const paidFilter: Filter = {
  key: 'paid',
  label: 'Оплата',
  choices: [{ value: 'true', label: 'Действует платный' }],
};

const SubscriptionCard = (user: SubscriptionUser) => (
  <>
    <div className="card-line">
      <strong>{user.email}</strong>
      <SubscriptionStatusBadge user={user} />
    </div>
    <div>{[user.name, user.company_name].filter(Boolean).join(', ')}</div>
    <div>
      {user.plan_display_name ?? 'Нет тарифа'}, {priceText(user.price_monthly)}
    </div>
    <div className="dim">
      {user.current_period_end
        ? `до ${dateText(user.current_period_end)}, осталось ${remainingText(user)}`
        : 'без срока'}
      {' · '}заведений: {user.tenant_count}
    </div>
  </>
);

export default function SubscriptionsPage() {
  const { data: plans } = usePlans();
  const filters = useMemo(() => {
    const choices = (plans ?? []).map(({ id, display_name }) => ({ value: String(id), label: display_name }));
    return [{ key: 'plan_id', label: 'Тариф', choices }, statusFilter, paidFilter];
  }, [plans]);
  return (
    <DataList<SubscriptionUser>
      resource="subscriptions"
      title="Подписки"
      base="/admin/subscriptions"
      columns={columns}
      card={SubscriptionCard}
      nameOf={({ email }) => email}
      sort={{ field: 'created_at', order: 'DESC' }}
      search="Поиск по email, имени или компании"
      filters={filters}
      actions={subscriptionActions}
      actionsWidth={140}
      above={<PlanStats />}
      details={(id, row) => <SubscriptionDetails id={Number(id)} row={row} />}
      empty="Подписок пока нет"
      nothingFound="Никого не нашлось"
      loadError="Не удалось загрузить данные подписок"
    />
  );
}
