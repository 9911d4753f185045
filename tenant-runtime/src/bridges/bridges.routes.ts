import { bridgeEndpoints } from '../../contract/sign-in-codes.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { actorOf } from '../access/session.routes.ts';
import { rowId } from '../path-params.ts';
import type { Bridges } from './bridges.service.ts';

export const bridgesRoutes = (bridges: Bridges) =>
  endpointsOf(bridgeEndpoints, {
    'GET /api/bridges': async () => ({ bridges: await bridges.list() }),
    async 'DELETE /api/bridges/:id'({ params, req }) {
      await bridges.unpair(rowId(params.id, 'Такого моста весов нет'), actorOf(req));
      return {};
    },
  });
