import { text } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { operationSchema } from './operations.endpoints.ts';

const started = { access: 'admin', answer: yup.object({ message: text(), operation: operationSchema }) } as const;

export const updateEndpoints = defineEndpoints({
  'POST /api/admin/update-all-tenants': { summary: 'Bring every venue to the present version', ...started },
  'POST /api/admin/tenants/:id/update': { summary: 'Bring it to the present version', ...started },
});
