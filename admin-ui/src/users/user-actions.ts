import type { AdminUser } from '@ostatok/api/contract/users.endpoints.ts';
import { api } from '../http-client.ts';
import type { Action } from '../list/types.ts';
import { act, couldNot } from '../ui/act.ts';

const setStatus = (status: AdminUser['status']) => (user: AdminUser) =>
  api.call('PUT /api/admin/users/:id/status', { params: { id: user.id }, body: { status } });

const block = { call: setStatus('blocked'), done: 'Пользователь заблокирован', failed: couldNot('заблокировать') };
const unblock = { call: setStatus('active'), done: 'Пользователь активирован', failed: couldNot('разблокировать') };

/** Not offered for administrators. */
export const userActions: Action<AdminUser>[] = [
  {
    key: 'block',
    label: 'Заблокировать',
    icon: 'block',
    danger: true,
    bulk: true,
    isShown: ({ role, status }) => role !== 'admin' && status === 'active',
    run: (rows) =>
      act({
        rows,
        ...block,
        undo: unblock,
        resources: ['users'],
      }),
  },
  {
    key: 'unblock',
    label: 'Разблокировать',
    icon: 'check',
    bulk: true,
    isShown: ({ role, status }) => role !== 'admin' && status !== 'active',
    run: (rows) =>
      act({
        rows,
        ...unblock,
        undo: block,
        resources: ['users'],
      }),
  },
];
