import type { SubscriptionUser } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import type { Column } from '../list/types.ts';
import { priceText } from '../plans/texts.ts';
import { Badge } from '../ui/Badge.tsx';
import { dateText } from '../ui/texts.ts';
import { daysLeft, remainingText, statusText } from './texts.ts';

const tones = { active: 'good', past_due: 'warn', canceled: 'plain', expired: 'bad' } as const;

export const SubscriptionStatusBadge = ({ user: { subscription_status } }: { user: SubscriptionUser }) => (
  <Badge tone={subscription_status ? tones[subscription_status] : 'plain'}>{statusText(subscription_status)}</Badge>
);

export const columns: Column<SubscriptionUser>[] = [
  {
    key: 'email',
    label: 'Пользователь',
    sort: 'email',
    min: 200,
    grow: 3,
    render: ({ email, name }) => (
      <>
        <strong>{email}</strong> <span className="dim">{name}</span>
      </>
    ),
    text: ({ email }) => email,
  },
  {
    key: 'status',
    label: 'Статус',
    sort: 'status',
    min: 116,
    grow: 0,
    render: (user) => <SubscriptionStatusBadge user={user} />,
    text: ({ subscription_status }) => statusText(subscription_status),
  },
  {
    key: 'name',
    label: 'Имя',
    sort: 'name',
    min: 140,
    hidden: true,
    render: ({ name }) => name,
    text: ({ name }) => name,
  },
  {
    key: 'company_name',
    label: 'Компания',
    sort: 'company_name',
    min: 110,
    render: ({ company_name }) => company_name ?? '—',
    text: ({ company_name }) => company_name,
  },
  {
    key: 'plan',
    label: 'Тариф',
    sort: 'plan',
    min: 160,
    grow: 0,
    render: ({ plan_display_name, granted_until }) => (
      <>
        {plan_display_name ?? '—'} {granted_until && <Badge>временный</Badge>}
      </>
    ),
    text: ({ plan_display_name }) => plan_display_name,
  },
  {
    key: 'price',
    label: 'Цена',
    min: 100,
    grow: 0,
    align: 'right',
    render: ({ price_monthly }) => priceText(price_monthly),
    text: ({ price_monthly }) => price_monthly,
  },
  {
    key: 'end',
    label: 'До',
    sort: 'current_period_end',
    min: 100,
    grow: 0,
    render: ({ current_period_end }) => dateText(current_period_end),
    text: ({ current_period_end }) => dateText(current_period_end),
  },
  {
    key: 'remaining',
    label: 'Осталось',
    min: 92,
    grow: 0,
    align: 'right',
    render: remainingText,
    text: ({ current_period_end }) => daysLeft(current_period_end),
  },
  {
    key: 'tenant_count',
    label: 'Заведений',
    sort: 'tenant_count',
    min: 96,
    grow: 0,
    align: 'right',
    render: ({ tenant_count }) => tenant_count,
    text: ({ tenant_count }) => tenant_count,
  },
];
