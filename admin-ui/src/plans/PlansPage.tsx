import { Button } from '@mui/material';
import type { AdminPlan } from '@ostatok/api/contract/plans.endpoints.ts';
import { DataList } from '../list/DataList.tsx';
import type { Column, Filter } from '../list/types.ts';
import { Badge } from '../ui/Badge.tsx';
import { PlanDetails } from './PlanDetails.tsx';
import { PlanHandle } from './PlanHandle.tsx';
import { openPlan, planActions } from './plan-actions.tsx';
import { movePlan } from './plan-order.ts';
import { priceText, stateText } from './texts.ts';

const PlanState = ({ plan }: { plan: AdminPlan }) => (
  <Badge tone={plan.is_archived ? 'warn' : plan.is_public && plan.is_active ? 'good' : 'plain'}>
    {stateText(plan)}
  </Badge>
);

const columns: Column<AdminPlan>[] = [
  {
    key: 'display_name',
    label: 'Название',
    sort: 'display_name',
    min: 200,
    grow: 3,
    render: (plan) => (
      <>
        <PlanHandle plan={plan} />
        <strong>{plan.display_name}</strong> <span className="dim">{plan.name}</span>{' '}
        {plan.is_featured && <Badge>Выделен</Badge>}
      </>
    ),
    text: ({ display_name }) => display_name,
  },
  { key: 'state', label: 'Видимость', min: 120, render: (plan) => <PlanState plan={plan} />, text: stateText },
  {
    key: 'sort_order',
    label: 'Порядок',
    sort: 'sort_order',
    min: 100,
    grow: 0,
    align: 'right',
    render: ({ sort_order }) => sort_order,
    text: ({ sort_order }) => sort_order,
  },
  {
    key: 'name',
    label: 'Код',
    sort: 'name',
    min: 120,
    hidden: true,
    render: ({ name }) => name,
    text: ({ name }) => name,
  },
  {
    key: 'price_monthly',
    label: 'За месяц',
    sort: 'price_monthly',
    min: 110,
    align: 'right',
    render: ({ price_monthly }) => priceText(price_monthly),
    text: ({ price_monthly }) => price_monthly,
  },
  {
    key: 'price_yearly',
    label: 'За год',
    min: 110,
    align: 'right',
    render: ({ price_yearly }) => (price_yearly === null ? '—' : priceText(price_yearly)),
    text: ({ price_yearly }) => price_yearly,
  },
  {
    key: 'active_subscriptions',
    label: 'Подписок',
    sort: 'active_subscriptions',
    min: 110,
    grow: 0,
    align: 'right',
    render: ({ active_subscriptions }) => active_subscriptions.toLocaleString('ru-RU'),
    text: ({ active_subscriptions }) => active_subscriptions,
  },
];

const filters: Filter[] = [
  {
    key: 'status',
    label: 'Тарифы',
    choices: [
      { value: 'active', label: 'Активные' },
      { value: 'archived', label: 'В архиве' },
    ],
  },
];
const fixed = { include_archived: true };

const PlanCard = (plan: AdminPlan) => (
  <>
    <div className="card-line">
      <span>
        <PlanHandle plan={plan} />
        <strong>{plan.display_name}</strong>
      </span>
      <PlanState plan={plan} />
    </div>
    <div>
      {priceText(plan.price_monthly)} в месяц{plan.price_yearly !== null && `, ${priceText(plan.price_yearly)} в год`}
    </div>
    <div className="dim">
      {plan.name} · подписок: {plan.active_subscriptions}
    </div>
  </>
);

export default function PlansPage() {
  return (
    <DataList<AdminPlan>
      resource="plans"
      title="Тарифы"
      base="/admin/plans"
      columns={columns}
      card={PlanCard}
      nameOf={({ display_name }) => display_name}
      sort={{ field: 'sort_order', order: 'ASC' }}
      search="Код, название или описание"
      filters={filters}
      fixed={fixed}
      actions={planActions}
      actionsWidth={180}
      onShift={movePlan}
      details={(id, row) => <PlanDetails id={id} row={row} />}
      buttons={
        <Button variant="contained" onClick={() => openPlan()}>
          Создать тариф
        </Button>
      }
      empty="Тарифы не найдены"
      nothingFound="Тарифы не найдены"
    />
  );
}
