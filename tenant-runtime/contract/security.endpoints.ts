import { integer, listOf, oneOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { securityFilterSchema } from './security.ts';

const personSchema = yup.object({ id: integer(), name: text() });

const securityRecordSchema = yup.object({
  id: integer(),
  at: time(),
  event: text(),
  outcome: oneOf(['success', 'failure']),
  /** The number of events within the minute that begins at `at`, because failures are gathered. */
  count: integer(),
  /** The user whose sign-in or account the event concerns. */
  user: personSchema.nullable(),
  /** The user who acted, if it was another one; null together with a null address means the platform. */
  actor: personSchema.nullable(),
  /** Distinguishes a login that belongs to no user, without revealing it. */
  subject: text().nullable(),
  /** Only the beginning of the address: it distinguishes networks but identifies no user. */
  ip: text().nullable(),
  /** A readable name: «Chrome, Windows». */
  device: text().nullable(),
  /** Details in Russian, for the screen. */
  details: text().nullable(),
});
export type SecurityRecord = yup.InferType<typeof securityRecordSchema>;

export const securityEndpoints = defineEndpoints({
  'GET /api/security': {
    summary: 'Sign-ins, roles, files and visits of support',
    access: 'admin',
    list: { rows: 'events', sorts: ['at'], sort: 'at', order: 'desc', filter: securityFilterSchema },
    answer: yup.object({ events: listOf(securityRecordSchema) }),
  },
});
