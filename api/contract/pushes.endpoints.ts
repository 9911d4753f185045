import { integer, text } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { operationSchema } from './operations.endpoints.ts';
import { pushSchema } from './pushes.ts';

const pushStateSchema = yup.object({
  /** The newest push that was no dry run; null when there was none in 90 days. */
  last: operationSchema.nullable(),
  /** The number of catalogue changes, those of approved names among them, that some tenant lacks. */
  pending: integer(),
  /** The number of tenants that lack some of them. */
  pendingVenues: integer(),
});
export type PushState = yup.InferType<typeof pushStateSchema>;

export const pushEndpoints = defineEndpoints({
  'GET /api/admin/aliases/push': { summary: 'The last push', access: 'admin', answer: pushStateSchema },
  /** Answers 409 `already_running` while a push is under way. */
  'POST /api/admin/aliases/push': {
    summary: 'Push the changes to every venue',
    access: 'admin',
    body: pushSchema,
    answer: yup.object({ message: text(), operation: operationSchema }),
  },
});
