import { userEndpoints } from '../../contract/users.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { actorOf } from '../access/session.routes.ts';
import { rowId } from '../path-params.ts';
import type { Users } from './users.service.ts';

const userId = (value: unknown): number => rowId(value, 'Такого пользователя нет');

export const usersRoutes = (users: Users) =>
  endpointsOf(userEndpoints, {
    'GET /api/users': async () => ({ users: await users.list() }),
    'POST /api/users': ({ body, req }) => users.add(body, actorOf(req)),
    'PUT /api/users/:id': async ({ params, body, req }) => ({
      user: await users.update(userId(params.id), body, actorOf(req)),
    }),
    async 'DELETE /api/users/:id'({ params, req }) {
      await users.remove(userId(params.id), actorOf(req));
      return {};
    },
    'POST /api/users/:id/reset-password': async ({ params, req }) => ({
      password: await users.resetPassword(userId(params.id), actorOf(req)),
    }),
  });
