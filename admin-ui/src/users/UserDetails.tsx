import type { AdminUser } from '@ostatok/api/contract/users.endpoints.ts';
import { Link } from 'react-router';
import { ActionButtons } from '../list/ActionButtons.tsx';
import { ListFailed } from '../list/ListMessages.tsx';
import { Facts } from '../ui/Facts.tsx';
import { timeText } from '../ui/texts.ts';
import { useRecord } from '../ui/use-record.ts';
import { roleText, statusText, subscriptionText } from './texts.ts';
import { userActions } from './user-actions.ts';

export function UserDetails({ id, row }: { id: number; row: AdminUser | undefined }) {
  const { data: user, error, refetch } = useRecord<AdminUser>('users', id, row);
  if (error && !user) return <ListFailed text="Не удалось загрузить данные" error={error} onRetry={refetch} />;
  if (!user) return <div className="list-bone" />;
  return (
    <>
      <h2 className="record-title">{user.email}</h2>
      <Facts
        facts={[
          ['Имя', user.name],
          ['Роль', roleText(user.role)],
          ['Статус', statusText(user.status)],
          ['Подписка', subscriptionText(user)],
          ['Создан', timeText(user.created_at)],
        ]}
      />
      <ActionButtons row={user} actions={userActions} />
      <nav className="record-links" aria-label="Связанное">
        <Link to={`/admin/subscriptions/${user.id}?search=${encodeURIComponent(user.email)}`}>Подписка</Link>
        <Link to={`/admin/tenants?search=${encodeURIComponent(user.email)}`}>Заведения</Link>
        <Link to={`/admin/journal?target=user&search=${encodeURIComponent(user.email)}`}>Журнал</Link>
      </nav>
    </>
  );
}
