import * as yup from 'yup';

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
