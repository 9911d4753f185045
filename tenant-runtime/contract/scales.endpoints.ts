import { flag, listOf, number, oneOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';

const scalesSchema = yup.object({
  /** Connected scales with their last readings. */
  scales: listOf(
    yup.object({
      scaleId: text(),
      model: text(),
      state: oneOf(['connecting', 'connected', 'lost']),
      canTare: flag(),
      about: text().optional(),
      bridge: text(),
      reading: yup
        .object({
          scaleId: text(),
          weightG: number(),
          stable: flag(),
          stepG: number().optional(),
          at: text().optional(),
        })
        .nullable(),
    }),
  ),
  /** The last stable weights, newest first. */
  recent: listOf(yup.object({ scaleId: text(), weightG: number(), stepG: number().nullable(), at: time() })),
});
export type Scales = yup.InferType<typeof scalesSchema>;

export const scaleEndpoints = defineEndpoints({
  'GET /api/scales': {
    summary: 'Connected scales and the last stable weights',
    access: 'user',
    answer: scalesSchema,
  },
});
