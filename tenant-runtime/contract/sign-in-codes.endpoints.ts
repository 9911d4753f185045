import { flag, integer, listOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';

const bridgeSchema = yup.object({
  id: integer(),
  name: text(),
  pairedBy: text(),
  pairedAt: time(),
  seenAt: time().nullable(),
  online: flag(),
});
export type Bridge = yup.InferType<typeof bridgeSchema>;

export const bridgeEndpoints = defineEndpoints({
  'GET /api/bridges': {
    summary: 'The computers that relay scales',
    access: 'admin',
    answer: yup.object({ bridges: listOf(bridgeSchema) }),
  },
  'DELETE /api/bridges/:id': { summary: 'Unpair one: its token ends', access: 'own-admin' },
});
