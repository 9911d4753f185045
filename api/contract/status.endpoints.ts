import { listOf, oneOf, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { components, statusStates, troubleStates } from './status.ts';

const incidentSchema = yup.object({
  components: listOf(oneOf(components)),
  state: oneOf(troubleStates),
  began_at: time(),
  ended_at: time(),
});
export type Incident = yup.InferType<typeof incidentSchema>;

const statusSchema = yup.object({
  /** `down` where the site is; any other trouble is `degraded`. */
  state: oneOf(statusStates),
  components: listOf(
    yup.object({ component: oneOf(components), state: oneOf(statusStates), since: time().nullable() }),
  ),
  /** What is over, the last first. */
  incidents: listOf(incidentSchema),
  at: time(),
});
export type PlatformStatus = yup.InferType<typeof statusSchema>;

export const statusEndpoints = defineEndpoints({
  'GET /api/public/status': {
    summary: 'What works now for customers, and what did not lately',
    access: 'anyone',
    answer: statusSchema,
  },
});
