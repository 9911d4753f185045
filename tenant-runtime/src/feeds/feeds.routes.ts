import { feedEndpoints } from '../../contract/feeds.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { actorOf } from '../access/session.routes.ts';
import { rowId } from '../path-params.ts';
import type { Feeds } from './feeds.service.ts';

const feedId = (value: unknown): number => rowId(value, 'Такого подключения нет');

export const feedsRoutes = (feeds: Feeds) =>
  endpointsOf(feedEndpoints, {
    'GET /api/feeds': async () => ({ feeds: await feeds.list() }),
    'POST /api/feeds': ({ body, req }) => feeds.add(body, actorOf(req)),
    'PUT /api/feeds/:id': async ({ params, body, req }) => ({
      feed: await feeds.update(feedId(params.id), body, actorOf(req)),
    }),
    async 'DELETE /api/feeds/:id'({ params, req }) {
      await feeds.remove(feedId(params.id), actorOf(req));
      return {};
    },
    'POST /api/feeds/:id/check': async ({ params }) => ({ feed: await feeds.check(feedId(params.id)) }),
    'POST /api/feeds/:id/secret': ({ params, req }) => feeds.renewSecret(feedId(params.id), actorOf(req)),
  });
