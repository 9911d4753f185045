import { describePage, docsPage } from '@ostatok/kit/node/openapi/docs-page.ts';
import { openApiDocument } from '@ostatok/kit/node/openapi/document.ts';
import { venueEndpoints } from '../../contract/endpoints.ts';
import { openApiEndpoints } from '../../contract/openapi.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';

/** Describes the API to programs and people. It is built at each request, since a venue is seldom asked for it. */
export function openApiRoutes(publicUrl = '/') {
  const document = () => openApiDocument(venueEndpoints, publicUrl);
  return endpointsOf(openApiEndpoints, {
    'GET /api/openapi.json': ({ res }) => res.json(document()),
    'GET /api/docs': ({ query, res }) => res.type('html').send(docsPage(describePage(document()), query.q ?? '')),
  });
}
