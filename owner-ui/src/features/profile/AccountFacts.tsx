import type { User } from '@ostatok/api/contract/account.endpoints.ts';
import { nameOfProvider } from '../../lib/providers.ts';
import { FactList } from '../../ui/FactList.tsx';

const roles: Record<User['role'], string> = { admin: 'Администратор', customer: 'Владелец' };

export function AccountFacts({ user }: { user: User }) {
  const ways = [user.has_password && 'пароль', ...user.providers.map(nameOfProvider)].filter(Boolean);
  return (
    <FactList
      facts={[
        ['Тариф', user.plan?.displayName ?? 'Starter'],
        ['Email', user.email_verified ? 'подтверждён' : 'не подтверждён'],
        ['Роль', roles[user.role] ?? user.role],
        ['Вход', ways.join(', ')],
        ['С нами с', user.created_at && new Date(user.created_at).toLocaleDateString('ru-RU')],
      ]}
    />
  );
}
