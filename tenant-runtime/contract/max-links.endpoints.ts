import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { chatStateSchema, madeLink } from './telegram-links.endpoints.ts';

const state = yup.object({ max: chatStateSchema });

/** As the endpoints of links for Telegram. */
export const ownMaxEndpoints = defineEndpoints({
  'GET /api/auth/max': { summary: "Whether the caller's chat in MAX is linked", access: 'own-user', answer: state },
  'POST /api/auth/max': {
    summary: 'Make a link for the chat in MAX: single-use, valid for a day, in place of the previous one',
    access: 'own-user',
    ...madeLink,
  },
  'DELETE /api/auth/max': { summary: 'Unlink the chat in MAX', access: 'own-user' },
});

export const userMaxEndpoints = defineEndpoints({
  'GET /api/users/:id/max': { summary: "Whether a user's chat in MAX is linked", access: 'own-admin', answer: state },
  'POST /api/users/:id/max': { summary: "Make a link for a user's chat in MAX", access: 'own-admin', ...madeLink },
  'DELETE /api/users/:id/max': { summary: "Unlink a user's chat in MAX", access: 'own-admin' },
});
