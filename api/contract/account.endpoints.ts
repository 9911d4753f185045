import { flag, integer, listOf, oneOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { changePasswordSchema, providerNames, updateProfileSchema } from './auth.ts';
import { addPasskeySchema, confirmationSchema, totpConfirmSchema } from './sign-in.ts';

export const userSchema = yup.object({
  id: integer(),
  email: text(),
  email_verified: flag(),
  name: text(),
  company_name: text().nullable(),
  phone: text().nullable(),
  role: oneOf(['admin', 'customer']),
  status: oneOf(['active', 'blocked']),
  plan: yup.object({ name: text(), displayName: text() }).nullable(),
  /** The providers linked to the account. */
  providers: listOf(oneOf(providerNames)),
  /** False when the account has no password; one is set through the password reset. */
  has_password: flag(),
  /** When the consent to optional processing was withdrawn. */
  consent_withdrawn_at: time().nullable(),
  created_at: time(),
});
export type User = yup.InferType<typeof userSchema>;

const passkeySchema = yup.object({ id: text(), name: text(), created_at: time(), used_at: time().nullable() });
export type Passkey = yup.InferType<typeof passkeySchema>;

const securitySchema = yup.object({
  /** Since when codes of an authenticator app are required; null when they are not. */
  totp: time().nullable(),
  passkeys: listOf(passkeySchema),
  /** False where browsers offer no passkeys: the address is a bare IP address. */
  passkeysOffered: flag(),
  recoveryCodesLeft: integer(),
  /** This administrator must have a second factor; without one nothing else is allowed. */
  required: flag(),
  /** An administrator's password that breaks the rules and must be changed before anything else is allowed. */
  weakPassword: flag(),
  hasPassword: flag(),
});
export type Security = yup.InferType<typeof securitySchema>;

const totpOfferSchema = yup.object({
  secret: text(),
  uri: text(),
  /** An SVG as a data URL. */
  qr: text(),
});
export type TotpOffer = yup.InferType<typeof totpOfferSchema>;

const sessionSchema = yup.object({
  id: text(),
  device: text(),
  ip: text().nullable(),
  started_at: time(),
  last_used_at: time(),
  current: flag(),
});
export type OpenSession = yup.InferType<typeof sessionSchema>;

/** Recovery codes are made with the first factor. */
const newCodesSchema = yup.object({ recoveryCodes: listOf(text()).optional() });
export type NewCodes = yup.InferType<typeof newCodesSchema>;

const me = yup.object({ user: userSchema });

export const accountEndpoints = defineEndpoints({
  'GET /api/auth/me': { summary: "The caller's account", access: 'signed-in', answer: me },
  'PUT /api/auth/me': { summary: 'Change it', access: 'signed-in', body: updateProfileSchema, answer: me },
  'POST /api/auth/change-password': { summary: 'Change the password', access: 'signed-in', body: changePasswordSchema },
});

export const sessionEndpoints = defineEndpoints({
  'GET /api/auth/sessions': {
    summary: 'Where the caller is signed in',
    access: 'signed-in',
    answer: yup.object({ sessions: listOf(sessionSchema) }),
  },
  'DELETE /api/auth/sessions': { summary: 'Sign out everywhere', access: 'signed-in' },
  'DELETE /api/auth/sessions/:id': { summary: 'Sign out there', access: 'signed-in' },
});

export const proofEndpoints = defineEndpoints({
  'GET /api/auth/security': {
    summary: 'How the caller proves who they are',
    access: 'signed-in',
    answer: yup.object({ security: securitySchema }),
  },
  'POST /api/auth/totp': {
    summary: 'A secret for an application that makes codes, once the address is proven',
    access: 'signed-in',
    body: confirmationSchema,
    answer: totpOfferSchema,
  },
  /** A code of the authenticator app proves that it holds the secret. */
  'POST /api/auth/totp/confirm': {
    summary: 'Ask for its codes from now on',
    access: 'signed-in',
    body: totpConfirmSchema,
    answer: newCodesSchema,
  },
  'DELETE /api/auth/totp': { summary: 'Ask for them no more', access: 'signed-in', body: confirmationSchema },
  'POST /api/auth/passkeys/options': {
    summary: 'What a passkey is made with, once the address is proven',
    access: 'signed-in',
    body: confirmationSchema,
    answer: yup.object({ challenge: text(), options: yup.mixed<object>().defined() }),
  },
  'POST /api/auth/passkeys': {
    summary: 'Keep a passkey',
    access: 'signed-in',
    body: addPasskeySchema,
    answer: newCodesSchema,
    status: 201,
  },
  'DELETE /api/auth/passkeys/:id': { summary: 'Forget one', access: 'signed-in', body: confirmationSchema },
  'POST /api/auth/recovery-codes': {
    summary: 'Ten new recovery codes; those before are void',
    access: 'signed-in',
    body: confirmationSchema,
    answer: yup.object({ recoveryCodes: listOf(text()) }),
  },
});
