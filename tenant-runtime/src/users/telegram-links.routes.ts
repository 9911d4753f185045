import { ownTelegramEndpoints, userTelegramEndpoints } from '../../contract/telegram-links.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { actorOf } from '../access/session.routes.ts';
import { rowId } from '../path-params.ts';
import type { TelegramLinks } from './telegram-links.service.ts';

export const ownTelegramRoutes = (links: TelegramLinks) =>
  endpointsOf(ownTelegramEndpoints, {
    'GET /api/auth/telegram': async ({ caller }) => ({ telegram: await links.state(caller.id) }),
    'POST /api/auth/telegram': async ({ caller, req }) => ({ link: await links.make(caller.id, actorOf(req)) }),
    async 'DELETE /api/auth/telegram'({ caller, req }) {
      await links.unlink(caller.id, actorOf(req));
      return {};
    },
  });

const userId = (value: unknown): number => rowId(value, 'Такого пользователя нет');

export const userTelegramRoutes = (links: TelegramLinks) =>
  endpointsOf(userTelegramEndpoints, {
    'GET /api/users/:id/telegram': async ({ params }) => ({ telegram: await links.state(userId(params.id)) }),
    'POST /api/users/:id/telegram': async ({ params, req }) => ({
      link: await links.make(userId(params.id), actorOf(req)),
    }),
    async 'DELETE /api/users/:id/telegram'({ params, req }) {
      await links.unlink(userId(params.id), actorOf(req));
      return {};
    },
  });
