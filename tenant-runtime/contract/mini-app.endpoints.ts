import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import { miniAppSchema } from './mini-app.ts';
import { loginAnswerSchema } from './users.endpoints.ts';

export const miniAppEndpoints = defineEndpoints({
  'POST /api/auth/mini-app': {
    summary: 'Sign in the person of the chat by what the messenger has signed for a page opened there',
    access: 'anyone',
    body: miniAppSchema,
    answer: loginAnswerSchema,
  },
});
