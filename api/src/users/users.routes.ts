import { userEndpoints } from '@ostatok/api/contract/users.endpoints.ts';
import type { AdminUserSort } from '@ostatok/api/contract/users.ts';
import { idOf } from '@ostatok/kit/node/http.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { Users } from './users.service.ts';

const userIdOf = ({ id }: { id: string }): number => idOf(id, 'Пользователь не найден');

export const adminUsersRoutes = (users: Users) =>
  endpointsOf(userEndpoints, {
    'GET /api/admin/users': ({ filter, page }) => users.list({ ...page, sort: page.sort as AdminUserSort }, filter),
    'GET /api/admin/users/:id': async ({ params }) => ({ user: await users.get(userIdOf(params)) }),
    'PUT /api/admin/users/:id/status': async ({ caller, params, body: { status } }) => ({
      user: await users.setStatus(caller.userId, userIdOf(params), status),
      message: status === 'blocked' ? 'Пользователь заблокирован' : 'Пользователь активирован',
    }),
  });
