import { roleLabels, userStatusLabels } from '@ostatok/api/contract/labels.ts';
import type { AdminUser } from '@ostatok/api/contract/users.endpoints.ts';
import { DataList } from '../list/DataList.tsx';
import type { Column, Filter } from '../list/types.ts';
import { Badge } from '../ui/Badge.tsx';
import { dateText } from '../ui/texts.ts';
import { roleText, statusText, subscriptionText } from './texts.ts';
import { UserDetails } from './UserDetails.tsx';
import { userActions } from './user-actions.ts';

const UserStatus = ({ status }: Pick<AdminUser, 'status'>) => (
  <Badge tone={status === 'active' ? 'plain' : 'bad'}>{statusText(status)}</Badge>
);

const columns: Column<AdminUser>[] = [
  {
    key: 'email',
    label: 'Пользователь',
    sort: 'email',
    min: 180,
    grow: 3,
    render: ({ email, name }) => (
      <>
        <strong>{email}</strong> <span className="dim">{name}</span>
      </>
    ),
    text: ({ email }) => email,
  },
  { key: 'name', label: 'Имя', min: 140, hidden: true, render: ({ name }) => name, text: ({ name }) => name },
  {
    key: 'role',
    label: 'Роль',
    sort: 'role',
    min: 80,
    grow: 0,
    render: ({ role }) => roleText(role),
    text: ({ role }) => roleText(role),
  },
  { key: 'subscription', label: 'Подписка', min: 190, grow: 2, render: subscriptionText, text: subscriptionText },
  {
    key: 'status',
    label: 'Статус',
    sort: 'status',
    min: 130,
    grow: 0,
    render: (user) => <UserStatus status={user.status} />,
    text: ({ status }) => statusText(status),
  },
  {
    key: 'created_at',
    label: 'Создан',
    sort: 'created_at',
    min: 105,
    render: ({ created_at }) => dateText(created_at),
    text: ({ created_at }) => dateText(created_at),
  },
];

const filters: Filter[] = [
  {
    key: 'status',
    label: 'Статус',
    choices: Object.entries(userStatusLabels).map(([value, label]) => ({ value, label })),
  },
  {
    key: 'role',
    label: 'Роль',
    choices: Object.entries(roleLabels).map(([value, label]) => ({ value, label })),
  },
];

const UserCard = (user: AdminUser) => (
  <>
    <div className="card-line">
      <strong>{user.email}</strong>
      <UserStatus status={user.status} />
    </div>
    <div>{user.name}</div>
    <div className="dim">
      {roleText(user.role)} · {subscriptionText(user)} · создан {dateText(user.created_at)}
    </div>
  </>
);

export default function UsersPage() {
  return (
    <DataList<AdminUser>
      resource="users"
      title="Пользователи"
      base="/admin/users"
      columns={columns}
      card={UserCard}
      nameOf={({ email }) => email}
      sort={{ field: 'created_at', order: 'DESC' }}
      search="Email или имя"
      filters={filters}
      actions={userActions}
      actionWords
      actionsWidth={150}
      details={(id, row) => <UserDetails id={Number(id)} row={row} />}
      empty="Пока никого"
      nothingFound="Никого не нашлось"
    />
  );
}
