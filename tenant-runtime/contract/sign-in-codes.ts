import * as yup from 'yup';
import type { LoginAnswer } from './users.ts';

/*
 * POST   /api/auth/codes   {kind: 'scanner'} by anyone for themselves, {kind: 'bridge', name} by an administrator
 *                          → {code, expiresAt}; good once, for ten minutes
 * POST   /api/auth/redeem  {code} → LoginAnswer for a scanner; {success, token, bridge: {id, name}} for a bridge
 * GET    /api/bridges      admin → list of Bridge; DELETE /api/bridges/:id ends its token
 *
 * The panel's QR code for a phone holds {venue}/scan/#code=7KQM-W2XD: after the hash, so that no server's log keeps it.
 */
export const codeKinds = ['scanner', 'bridge'] as const;
export type CodeKind = (typeof codeKinds)[number];
export const makeCodeSchema = yup.object({
  kind: yup
    .string()
    .strict()
    .oneOf([...codeKinds], 'Код бывает scanner или bridge')
    .required('Укажите, для чего код'),
  /** Of the bridge: what its computer is called in the panel. */
  name: yup.string().strict().typeError('Название — текст').max(60, 'Не длиннее 60 знаков'),
});
export type MakeCode = yup.InferType<typeof makeCodeSchema>;

/** Letters and digits that are not mistaken for each other, in two groups: `7KQM-W2XD`. Case and the hyphen are ignored. */
export const redeemCodeSchema = yup.object({
  code: yup.string().strict().typeError('Код — текст').required('Введите код').max(20, 'Это не код'),
});

export interface SignInCode {
  code: string;
  expiresAt: string;
}

export interface BridgePaired {
  success: true;
  /** Good for the socket's `scales:reading` and `scales:state` until the bridge is unpaired, and for nothing else. */
  token: string;
  bridge: Pick<Bridge, 'id' | 'name'>;
}
export type RedeemAnswer = LoginAnswer | BridgePaired;

export interface Bridge {
  id: number;
  name: string;
  pairedBy: string;
  pairedAt: string;
  seenAt: string | null;
  online: boolean;
}
