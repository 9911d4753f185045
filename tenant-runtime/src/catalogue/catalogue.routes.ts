import { venueCatalogueEndpoints } from '../../contract/internal.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { VenueCatalogue } from './catalogue.service.ts';

export const catalogueRoutes = (catalogue: VenueCatalogue) =>
  endpointsOf(venueCatalogueEndpoints, {
    'POST /internal/aliases': ({ body }) => catalogue.take(body.aliases),
    'POST /internal/names'() {
      catalogue.namesWritten();
      return {};
    },
    async 'POST /internal/items'({ body }) {
      await catalogue.itemsWritten(body.ids);
      return {};
    },
    'POST /internal/matches': async ({ body }) => ({ ids: await catalogue.match(body) }),
    'POST /internal/matches/undo': async ({ body }) => ({ ids: await catalogue.unmatch(body.ids) }),
  });
