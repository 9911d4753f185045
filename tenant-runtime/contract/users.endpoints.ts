import { flag, integer, listOf, oneOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import {
  addUserSchema,
  changePasswordSchema,
  loginSchema,
  logoutSchema,
  refreshSchema,
  roles,
  updateUserSchema,
} from './users.ts';

export const signedInUserSchema = yup.object({
  id: integer(),
  username: text(),
  name: text(),
  role: oneOf(roles),
  /** The platform's support, which visits for at most an hour. */
  support: yup.boolean().isTrue(),
});

export const loginAnswerSchema = yup.object({
  /** Valid for an hour. */
  token: text(),
  /** Valid for a single use. */
  refreshToken: text(),
  user: signedInUserSchema,
});
export type LoginAnswer = yup.InferType<typeof loginAnswerSchema>;

export const signInEndpoints = defineEndpoints({
  'POST /api/auth/login': { summary: 'Sign in', access: 'anyone', body: loginSchema, answer: loginAnswerSchema },
  'POST /api/auth/refresh': {
    summary: 'Exchange a refresh token, once, for the next pair of tokens',
    access: 'anyone',
    body: refreshSchema,
    answer: loginAnswerSchema,
  },
  'POST /api/auth/logout': {
    summary: 'End the sign-in of either token for good',
    access: 'anyone',
    body: logoutSchema,
  },
  'POST /api/auth/password': {
    summary: "Change the caller's password, which ends every other sign-in",
    access: 'own-user',
    body: changePasswordSchema,
    answer: loginAnswerSchema,
  },
  'GET /api/auth/me': { summary: 'Who calls', access: 'user', answer: yup.object({ user: signedInUserSchema }) },
});

const venueUserSchema = yup.object({
  id: integer(),
  username: text(),
  name: text(),
  role: oneOf(roles),
  /** Whether a chat is linked to the user. */
  in_telegram: flag(),
  in_max: flag(),
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
    summary: "Make a new password, shown once; another user's chats are unlinked",
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
    summary: 'End all of them, this one too, and unlink the chats',
    access: 'own-user',
  },
  'DELETE /api/auth/sessions/:id': { summary: 'End one of them', access: 'own-user' },
});
