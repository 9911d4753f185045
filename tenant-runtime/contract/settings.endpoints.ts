import { flag, listOf, number, text } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { settingsSchema } from './settings.ts';

const answer = yup.object({
  settings: yup.object({
    areas: listOf(text()),
    blindCounts: flag(),
    recountThreshold: number().nullable(),
    staffAddsItems: flag(),
    weeklyDigest: flag(),
    presetTares: listOf(yup.object({ name: text(), grams: number() })),
  }),
});

export const settingsEndpoints = defineEndpoints({
  'GET /api/settings': { summary: 'What the venue has set for counting and weighing', access: 'user', answer },
  'PUT /api/settings': {
    summary: 'Set some of it; what is left out stays',
    access: 'admin',
    body: settingsSchema,
    answer,
  },
});
