import { feedEndpoints } from '../../contract/feeds.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { rowId } from '../path-params.ts';
import type { Feeds } from './feeds.service.ts';

const feedId = (value: unknown): number => rowId(value, 'Такого подключения нет');

export const feedsRoutes = (feeds: Feeds) =>
  endpointsOf(feedEndpoints, {
    'GET /api/feeds': async () => ({ feeds: await feeds.list() }),
    'POST /api/feeds': ({ body, caller }) => feeds.add(body, caller),
    'PUT /api/feeds/:id': async ({ params, body }) => ({ feed: await feeds.update(feedId(params.id), body) }),
    async 'DELETE /api/feeds/:id'({ params }) {
      await feeds.remove(feedId(params.id));
      return {};
    },
    'POST /api/feeds/:id/check': async ({ params }) => ({ feed: await feeds.check(feedId(params.id)) }),
    'POST /api/feeds/:id/secret': ({ params }) => feeds.renewSecret(feedId(params.id)),
  });
