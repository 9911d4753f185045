import { record } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { preferenceSchema } from './preferences.ts';

/** All that remain, or the one that was asked for. */
const answer = yup.object({ preferences: record() });

/** Each administrator has their own. */
export const preferenceEndpoints = defineEndpoints({
  'GET /api/admin/preferences': { summary: "The caller's own settings", access: 'admin', answer },
  'GET /api/admin/preferences/:key': { summary: 'One of them', access: 'admin', answer },
  'PUT /api/admin/preferences/:key': { summary: 'Keep one', access: 'admin', body: preferenceSchema, answer },
  'DELETE /api/admin/preferences/:key': { summary: 'Forget one', access: 'admin', answer },
});
