import { text } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { moveSchema } from './hosting.ts';
import { operationSchema } from './operations.endpoints.ts';

const started = {
  access: 'admin',
  body: moveSchema,
  answer: yup.object({ message: text(), operation: operationSchema }),
} as const;

/** Both answer 409 `no_such_hosting` where this installation has no such host. */
export const hostMoveEndpoints = defineEndpoints({
  'POST /api/admin/move-all-tenants': { summary: 'Move every venue to another host, one after another', ...started },
  'POST /api/admin/tenants/:id/move': { summary: 'Move it to another host while it serves', ...started },
});
