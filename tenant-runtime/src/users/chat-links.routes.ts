import { ownMaxEndpoints, userMaxEndpoints } from '../../contract/max-links.endpoints.ts';
import type { Messenger } from '../../contract/messengers.ts';
import { ownTelegramEndpoints, userTelegramEndpoints } from '../../contract/telegram-links.endpoints.ts';
import type { Actor } from '../access/callers.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { actorOf } from '../access/session.routes.ts';
import { rowId } from '../path-params.ts';
import type { ChatLinks } from './chat-links.service.ts';

/** What the endpoints of a messenger do about a user's chat in it. */
const inMessenger = (links: ChatLinks, channel: Messenger) => ({
  state: (userId: number) => links.state(channel, userId),
  make: async (userId: number, by: Actor) => ({ link: await links.make(channel, userId, by) }),
  async unlink(userId: number, by: Actor) {
    await links.unlink(channel, userId, by);
    return {};
  },
});

export function ownChatRoutes(links: ChatLinks) {
  const [telegram, max] = [inMessenger(links, 'telegram'), inMessenger(links, 'max')];
  return [
    ...endpointsOf(ownTelegramEndpoints, {
      'GET /api/auth/telegram': async ({ caller }) => ({ telegram: await telegram.state(caller.id) }),
      'POST /api/auth/telegram': ({ caller, req }) => telegram.make(caller.id, actorOf(req)),
      'DELETE /api/auth/telegram': ({ caller, req }) => telegram.unlink(caller.id, actorOf(req)),
    }),
    ...endpointsOf(ownMaxEndpoints, {
      'GET /api/auth/max': async ({ caller }) => ({ max: await max.state(caller.id) }),
      'POST /api/auth/max': ({ caller, req }) => max.make(caller.id, actorOf(req)),
      'DELETE /api/auth/max': ({ caller, req }) => max.unlink(caller.id, actorOf(req)),
    }),
  ];
}

const userId = (value: unknown): number => rowId(value, 'Такого пользователя нет');

export function userChatRoutes(links: ChatLinks) {
  const [telegram, max] = [inMessenger(links, 'telegram'), inMessenger(links, 'max')];
  return [
    ...endpointsOf(userTelegramEndpoints, {
      'GET /api/users/:id/telegram': async ({ params }) => ({ telegram: await telegram.state(userId(params.id)) }),
      'POST /api/users/:id/telegram': ({ params, req }) => telegram.make(userId(params.id), actorOf(req)),
      'DELETE /api/users/:id/telegram': ({ params, req }) => telegram.unlink(userId(params.id), actorOf(req)),
    }),
    ...endpointsOf(userMaxEndpoints, {
      'GET /api/users/:id/max': async ({ params }) => ({ max: await max.state(userId(params.id)) }),
      'POST /api/users/:id/max': ({ params, req }) => max.make(userId(params.id), actorOf(req)),
      'DELETE /api/users/:id/max': ({ params, req }) => max.unlink(userId(params.id), actorOf(req)),
    }),
  ];
}
