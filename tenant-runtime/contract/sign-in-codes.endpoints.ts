import { flag, integer, listOf, text, time, unionOf } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { makeCodeSchema, redeemCodeSchema } from './sign-in-codes.ts';
import { type LoginAnswer, signedInUserSchema } from './users.endpoints.ts';

const signInCodeSchema = yup.object({ code: text(), expiresAt: time() });
export type SignInCode = yup.InferType<typeof signInCodeSchema>;

const pairedBridgeSchema = yup.object({ id: integer(), name: text() });

export interface BridgePaired {
  /** Valid only for the socket's `scales:reading` and `scales:state`, until the bridge is unpaired. */
  token: string;
  bridge: yup.InferType<typeof pairedBridgeSchema>;
}
export type RedeemAnswer = LoginAnswer | BridgePaired;

/** A scanner's code answers a user, a bridge's the bridge. */
const redeemAnswerSchema: yup.ObjectSchema<RedeemAnswer> = unionOf(
  yup.object({
    token: text(),
    refreshToken: text().optional(),
    user: signedInUserSchema.optional().default(undefined),
    bridge: pairedBridgeSchema.optional().default(undefined),
  }),
);

export const signInCodeEndpoints = defineEndpoints({
  'POST /api/auth/codes': {
    summary: "Make a code for the caller's scanner or, as an administrator, for a bridge: once, within ten minutes",
    access: 'own-user',
    status: 201,
    body: makeCodeSchema,
    answer: signInCodeSchema,
  },
  'POST /api/auth/redeem': {
    summary: 'Sign in a scanner or pair a bridge by a code',
    access: 'anyone',
    body: redeemCodeSchema,
    answer: redeemAnswerSchema,
  },
});

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
