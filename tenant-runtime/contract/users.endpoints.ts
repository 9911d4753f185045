import { flag, integer, listOf, oneOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { addUserSchema, roles, updateUserSchema } from './users.ts';

const venueUserSchema = yup.object({
  id: integer(),
  username: text(),
  name: text(),
  role: oneOf(roles),
  /** Whether a chat is linked to the user. */
  in_telegram: flag(),
  created_at: time(),
});
export type VenueUser = yup.InferType<typeof venueUserSchema>;

export const userEndpoints = defineEndpoints({
  'GET /api/users': {
    summary: 'Everybody who counts here',
    access: 'admin',
    answer: yup.object({ users: listOf(venueUserSchema) }),
  },
  'POST /api/users': {
    summary: 'Add a user; the password is shown once',
    access: 'own-admin',
    status: 201,
    body: addUserSchema,
    answer: yup.object({ user: venueUserSchema, password: text() }),
  },
  'PUT /api/users/:id': {
    summary: 'Change the name or the role',
    access: 'own-admin',
    body: updateUserSchema,
    answer: yup.object({ user: venueUserSchema }),
  },
  'DELETE /api/users/:id': { summary: 'Remove a user', access: 'own-admin' },
  'POST /api/users/:id/reset-password': {
    summary: "Make a new password, shown once; another user's chat is unlinked",
    access: 'own-admin',
    answer: yup.object({ password: text() }),
  },
});

const openSessionSchema = yup.object({
  id: text(),
  /** A readable name: «Chrome, Windows». */
  device: text(),
  started_at: time(),
  last_used_at: time(),
  current: flag(),
});
export type OpenSession = yup.InferType<typeof openSessionSchema>;

export const ownSessionEndpoints = defineEndpoints({
  'GET /api/auth/sessions': {
    summary: "The caller's own sign-ins",
    access: 'own-user',
    answer: yup.object({ sessions: listOf(openSessionSchema) }),
  },
  'DELETE /api/auth/sessions': {
    summary: 'End all of them, this one too, and unlink the chat',
    access: 'own-user',
  },
  'DELETE /api/auth/sessions/:id': { summary: 'End one of them', access: 'own-user' },
});
