import type { DocumentedEndpoint } from '@ostatok/kit/node/openapi/document.ts';
import type { JsonSchema } from '@ostatok/kit/node/openapi/json-schema.ts';
import type { Described, DescribedRoutes } from './described.ts';

const kinds: Record<string, JsonSchema> = {
  object: { type: 'object' },
  list: { type: 'array', items: { type: 'object' } },
  text: { type: 'string' },
  number: { type: 'number' },
  yes: { type: 'boolean' },
  any: {},
};

/** Paths that are open to everybody; others need the bearer token. */
const OPEN = /^\/api\/(public|docs|openapi\.json|billing\/webhook)(\/|$)/;

function endpointOf(name: string, { answer = {}, multipart, ...described }: Described): DocumentedEndpoint {
  const properties = Object.fromEntries(Object.entries(answer).map(([field, kind]) => [field, kinds[kind]]));
  const access = OPEN.test(name.split(' ')[1] ?? '') ? 'anyone' : 'user';
  return { ...described, access, hasFile: multipart, answer: { properties } };
}

/** The descriptions of routes in the form that the document takes; converted endpoints have it already. */
export const documentedEndpoints = (routes: DescribedRoutes): Record<string, DocumentedEndpoint> =>
  Object.fromEntries(
    Object.entries(routes).map(([name, route]) => [name, 'access' in route ? route : endpointOf(name, route)]),
  );
