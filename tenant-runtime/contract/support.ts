import * as yup from 'yup';
import type { LoginAnswer } from './users.ts';

/*
 * POST /internal/support       from the platform → {success, token}: a single-use link, valid for two minutes
 * POST /internal/support/end  from the platform {administrator} → {success}; ends all visits of theirs, idempotent
 * POST /api/auth/support       {token} → SupportAnswer
 */

export const openSupportSchema = yup.object({
  administrator: yup.string().required().max(320),
  reason: yup.string().required().min(10).max(500),
});
export type OpenSupport = yup.InferType<typeof openSupportSchema>;

/** Names a user who is no longer an administrator of the platform. */
export const endSupportSchema = yup.object({ administrator: yup.string().required().max(320) });

export const redeemSupportSchema = yup.object({
  token: yup.string().strict().typeError('Ссылка неполна').required('Ссылка неполна').max(200, 'Ссылка неполна'),
});

/** A sign-in for one hour, without a refresh token. */
export interface SupportAnswer extends Omit<LoginAnswer, 'refreshToken'> {
  expires_at: string;
}
