import { flag, integer, listOf, number, oneOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { scheduledCountSchema } from './scheduled-counts.ts';

/** `waiting`: it may still be begun; `missed`: nobody has begun it in time. */
export const dueStates = ['waiting', 'started', 'missed'] as const;

const scheduledSchema = yup.object({
  id: integer(),
  title: text(),
  weekdays: listOf(integer()),
  time: text(),
  missedAfterMin: integer(),
  userIds: listOf(integer()),
  scope: oneOf(['all', 'categories'] as const),
  categories: listOf(text()),
  spot: flag(),
  blind: flag(),
  recountThreshold: number().nullable(),
  areas: listOf(yup.object({ name: text(), userId: integer().nullable() })),
  active: flag(),
  nextAt: time().nullable(),
  /** The last time that it was due; null before the first. */
  last: yup.object({ id: integer(), dueAt: time(), state: oneOf(dueStates), countId: integer().nullable() }).nullable(),
});
export type ScheduledCount = yup.InferType<typeof scheduledSchema>;

const one = yup.object({ scheduledCount: scheduledSchema });

export const scheduledCountEndpoints = defineEndpoints({
  'GET /api/scheduled-counts': {
    summary: 'The counts that are due on certain days',
    access: 'admin',
    answer: yup.object({ scheduledCounts: listOf(scheduledSchema) }),
  },
  'POST /api/scheduled-counts': {
    summary: 'Schedule a count',
    access: 'admin',
    body: scheduledCountSchema,
    answer: one,
    status: 201,
  },
  'PUT /api/scheduled-counts/:id': {
    summary: 'Replace a scheduled count; new times hold from now on',
    access: 'admin',
    body: scheduledCountSchema,
    answer: one,
  },
  'DELETE /api/scheduled-counts/:id': { summary: 'Schedule it no more; the counts made by it stay', access: 'admin' },
  'POST /api/scheduled-counts/due/:id/start': {
    summary: 'Begin the count that is due; of several who do, all get the same one',
    access: 'user',
    answer: yup.object({ countId: integer(), opened: flag() }),
  },
});
