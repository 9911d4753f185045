import type { SubscriptionUser } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import { Link } from 'react-router';
import { ActionButtons } from '../list/ActionButtons.tsx';
import { ListFailed } from '../list/ListMessages.tsx';
import { priceText } from '../plans/texts.ts';
import { Facts } from '../ui/Facts.tsx';
import { dateText } from '../ui/texts.ts';
import { useRecord } from '../ui/use-record.ts';
import { History } from './History.tsx';
import { subscriptionActions } from './subscription-actions.tsx';
import { remainingText, statusText } from './texts.ts';

export function SubscriptionDetails({ id, row }: { id: number; row: SubscriptionUser | undefined }) {
  const { data: user, error, refetch } = useRecord<SubscriptionUser>('subscriptions', id, row);
  if (error && !user) return <ListFailed text="Не удалось загрузить данные подписок" error={error} onRetry={refetch} />;
  if (!user) return <div className="list-bone" />;
  return (
    <>
      <h2 className="record-title">{user.email}</h2>
      <Facts
        facts={[
          ['Имя', user.name],
          ['Компания', user.company_name],
          ['Тариф', `${user.plan_display_name ?? '—'}, ${priceText(user.price_monthly)}`],
          user.granted_until !== null && ['Временный до', dateText(user.granted_until)],
          ['Статус', statusText(user.subscription_status)],
          ['Период', `${dateText(user.current_period_start)} – ${dateText(user.current_period_end)}`],
          ['Осталось', remainingText(user)],
          ['Автопродление', user.auto_renew ? 'Включено' : 'Выключено'],
          ['Заведений', user.tenant_count],
        ]}
      />
      <ActionButtons row={user} actions={subscriptionActions.filter(({ key }) => key !== 'history')} />
      <h3>История</h3>
      <History userId={id} />
      <nav className="record-links" aria-label="Связанное">
        <Link to={`/admin/users/${user.id}`}>Пользователь</Link>
        <Link to={`/admin/tenants?search=${encodeURIComponent(user.email)}`}>Заведения</Link>
      </nav>
    </>
  );
}
