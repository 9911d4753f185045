import { integer, listOf, oneOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { securityFilterSchema, securitySorts } from './security.ts';

const securityRecordSchema = yup.object({
  id: integer(),
  at: time(),
  event: text(),
  outcome: oneOf(['success', 'failure']),
  /** How often it happened within the minute that begins at `at`: failures are gathered. */
  count: integer(),
  /** The account it is about; null when there is none or it was deleted. */
  user_id: integer().nullable(),
  user_email: text().nullable(),
  /** The account that acted, where it is another one. */
  actor_email: text().nullable(),
  /** A keyed hash of an address that belongs to no account. */
  subject: text().nullable(),
  /** The target, such as `tenant:ID`. */
  target: text().nullable(),
  ip: text().nullable(),
  /** The user agent as it was sent. */
  device: text().nullable(),
  /** A Russian text for a person. */
  details: text().nullable(),
});
export type SecurityRecord = yup.InferType<typeof securityRecordSchema>;

export const securityEndpoints = defineEndpoints({
  'GET /api/admin/security/events': {
    summary: 'Who came in, who failed to, and what was done about ways in',
    access: 'admin',
    list: { rows: 'events', sorts: securitySorts, sort: 'id', order: 'desc', filter: securityFilterSchema },
    answer: yup.object({ events: listOf(securityRecordSchema) }),
  },
});
