import { listOf, oneOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { redeemSupportSchema } from './support.ts';
import { signedInUserSchema } from './users.endpoints.ts';

const supportAnswerSchema = yup.object({ token: text(), user: signedInUserSchema, expires_at: time() });
export type SupportAnswer = yup.InferType<typeof supportAnswerSchema>;

export const supportSignInEndpoints = defineEndpoints({
  'POST /api/auth/support': {
    summary: "Sign the platform's support in by its link: for one hour, without a refresh token",
    access: 'anyone',
    body: redeemSupportSchema,
    answer: supportAnswerSchema,
  },
});

const supportSessionSchema = yup.object({
  id: text(),
  /** The administrator who came. */
  administrator: text(),
  reason: text(),
  state: oneOf(['waiting', 'running', 'ended']),
  created_at: time(),
  opened_at: time().nullable(),
  /** The latest end of the visit. */
  expires_at: time(),
  ended_at: time().nullable(),
  /** The user who ended it before its time. */
  ended_by: text().nullable(),
});
export type SupportSession = yup.InferType<typeof supportSessionSchema>;

export const supportEndpoints = defineEndpoints({
  'GET /api/support': {
    summary: 'Visits of support, the newest first',
    access: 'admin',
    answer: yup.object({ sessions: listOf(supportSessionSchema) }),
  },
  'POST /api/support/:id/end': {
    summary: 'End a visit now',
    access: 'admin',
    answer: yup.object({ session: supportSessionSchema }),
  },
});
