import { lookupEndpoints } from '../../contract/lookup.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { Blindness } from '../blindness/blindness.ts';
import type { Lookup } from './lookup.service.ts';

export const lookupRoutes = (lookup: Lookup, blindness: Blindness) =>
  endpointsOf(lookupEndpoints, {
    async 'GET /api/lookup/:ean'({ params, caller }) {
      const found = await lookup.find(params.ean);
      return 'item' in found ? { ...found, item: blindness.shownItem(found.item, caller) } : found;
    },
    'GET /api/drinks': async () => ({ extract: await lookup.latestExtract() }),
  });
