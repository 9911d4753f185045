import { text } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { userSchema } from './account.endpoints.ts';
import {
  forgotPasswordSchema,
  loginSchema,
  logoutSchema,
  refreshSchema,
  registerSchema,
  resendVerificationSchema,
  resetPasswordSchema,
  verifyEmailSchema,
} from './auth.ts';
import { passkeySignInSchema, providerReturnSchema, secondFactorSchema } from './sign-in.ts';

/** A refusal of a sign-in may be a `SecondFactorQuestion`. */
const signedInSchema = yup.object({
  user: userSchema,
  /** Valid for 15 minutes; its payload holds userId, email and role. */
  token: text(),
  /** Single use: each refresh returns the next one. */
  refreshToken: text(),
});
export type SignedIn = yup.InferType<typeof signedInSchema>;

const messageSchema = yup.object({ message: text() });
const signIn = { access: 'anyone', answer: signedInSchema } as const;

export const signInEndpoints = defineEndpoints({
  'POST /api/auth/register': { summary: 'Make an account', ...signIn, body: registerSchema, status: 201 },
  'POST /api/auth/login': { summary: 'Sign in', ...signIn, body: loginSchema },
  'POST /api/auth/second-factor': {
    summary: 'The second step of a sign-in: a code, a recovery code or a passkey',
    ...signIn,
    body: secondFactorSchema,
  },
  'POST /api/auth/passkey-sign-in/options': {
    summary: 'What a sign-in by a passkey begins with',
    access: 'anyone',
    answer: yup.object({ challenge: text(), options: yup.mixed<object>().defined() }),
  },
  'POST /api/auth/passkey-sign-in': {
    summary: 'Sign in by a passkey alone',
    ...signIn,
    body: passkeySignInSchema,
  },
  /** The code comes from the address's fragment, and counts only together with the cookie. */
  'POST /api/auth/provider-return': {
    summary: 'The last step of a sign-in through a provider',
    ...signIn,
    body: providerReturnSchema,
  },
  'POST /api/auth/refresh': { summary: 'The next pair of tokens', ...signIn, body: refreshSchema },
  'POST /api/auth/logout': { summary: 'Sign out', access: 'anyone', body: logoutSchema },
  'POST /api/auth/forgot-password': {
    summary: 'Ask for a link',
    access: 'anyone',
    body: forgotPasswordSchema,
    answer: messageSchema,
  },
  'POST /api/auth/reset-password': {
    summary: 'Set a password by a link, which proves the address too; every session ends',
    access: 'anyone',
    body: resetPasswordSchema,
  },
  'POST /api/auth/verify-email': {
    summary: "Prove an address: by the letter's link in a session of the account, elsewhere with its password as well",
    ...signIn,
    body: verifyEmailSchema,
  },
  'POST /api/auth/resend-verification': {
    summary: 'Ask for that letter again',
    access: 'anyone',
    body: resendVerificationSchema,
    answer: messageSchema,
  },
});

/** Each answers with a redirect to a page. */
const redirect = { access: 'anyone', status: 302, content: 'text/html' } as const;

export const providerEndpoints = defineEndpoints({
  'GET /api/auth/yandex': { summary: 'Sign in through Yandex', ...redirect },
  'GET /api/auth/yandex/callback': { summary: 'Back from Yandex', ...redirect },
  'GET /api/auth/github': { summary: 'Sign in through GitHub', ...redirect },
  'GET /api/auth/github/callback': { summary: 'Back from GitHub', ...redirect },
});
