import { sentAliasEndpoints } from '../../contract/internal.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { VenueCatalogue } from './catalogue.service.ts';

export const catalogueRoutes = (catalogue: VenueCatalogue) =>
  endpointsOf(sentAliasEndpoints, { 'POST /internal/aliases': ({ body }) => catalogue.take(body.aliases) });
