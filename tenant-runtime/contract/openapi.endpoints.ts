import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';

export const openApiEndpoints = defineEndpoints({
  'GET /api/openapi.json': {
    summary: 'This description, as OpenAPI',
    access: 'admin',
    content: 'application/json',
  },
  'GET /api/docs': {
    summary: 'This description, to read; `q` searches it',
    access: 'admin',
    query: yup.object({ q: yup.string() }),
    content: 'text/html',
  },
});
