import { synonymEndpoints } from '@ostatok/api/contract/synonyms.endpoints.ts';
import { idOf } from '@ostatok/kit/node/http.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { Synonyms } from './synonyms.service.ts';

export const synonymsRoutes = (synonyms: Synonyms) =>
  endpointsOf(synonymEndpoints, {
    'GET /api/admin/aliases/synonyms': ({ filter, page }) => synonyms.list(page, filter),
    'PUT /api/admin/aliases/synonyms/:id/status': async ({ caller, params, body }) => ({
      synonym: await synonyms.decide(caller.userId, idOf(params.id, 'Такого названия нет'), body.status),
    }),
  });
