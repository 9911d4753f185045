import * as yup from 'yup';
import type { Login } from './auth.ts';
import { ownPassword, rememberMe } from './fields.ts';

/** Minutes within which the second factor must follow the first. */
export const CHALLENGE_MINUTES = 5;
export const RECOVERY_CODES = 10;

export const secondFactorMethods = ['totp', 'passkey', 'recovery'] as const;
export type SecondFactorMethod = (typeof secondFactorMethods)[number];

/** The answer (403, `second_factor_required`) to a right password when a second factor is set up. */
export interface SecondFactorQuestion {
  success: false;
  error: string;
  code: 'second_factor_required';
  requiresSecondFactor: true;
  /** For POST /auth/second-factor; valid for five minutes and five attempts. */
  challenge: string;
  methods: SecondFactorMethod[];
  /** Options for `navigator.credentials.get`, if a passkey is among the methods. */
  passkey: object | null;
}

const NO_CHALLENGE = 'Вход начат слишком давно. Начните заново';
const challenge = yup.string().typeError(NO_CHALLENGE).required(NO_CHALLENGE).max(200, NO_CHALLENGE);

const ENTER_CODE = 'Введите шесть цифр из приложения';
const totpCode = yup
  .string()
  .typeError(ENTER_CODE)
  .transform((value: string) => value?.replace(/\s/g, ''))
  .matches(/^\d{6}$/, ENTER_CODE);

const NOT_A_PASSKEY = 'Ключ доступа ответил непонятно. Повторите';
const passkeyAnswer = yup
  .mixed<Record<string, unknown>>(
    (value): value is Record<string, unknown> => typeof value === 'object' && !Array.isArray(value),
  )
  .typeError(NOT_A_PASSKEY);

/** POST /auth/second-factor → as a sign-in; one of the three is required. */
export const secondFactorSchema = yup.object({
  challenge,
  code: totpCode,
  recoveryCode: yup.string().typeError('Введите резервный код').trim().max(40, 'Введите резервный код'),
  passkey: passkeyAnswer,
});
export type SecondFactor = yup.InferType<typeof secondFactorSchema>;

/** POST /auth/passkey-sign-in with the answer to the options of …/options → as a sign-in. */
export const passkeySignInSchema = yup.object({
  challenge,
  passkey: passkeyAnswer.required(NOT_A_PASSKEY),
  rememberMe: rememberMe(),
});
export type PasskeySignIn = yup.InferType<typeof passkeySignInSchema>;

/** POST /auth/provider-return: the code from the address's fragment, together with the cookie → as a sign-in. */
export const providerReturnSchema = yup.object({
  code: yup.string().typeError(NO_CHALLENGE).required(NO_CHALLENGE).max(200, NO_CHALLENGE),
});

/** The password of an account that has one; an account without a password must have signed in recently. */
export const confirmationSchema = yup.object({
  password: ownPassword(),
});
export type Confirmation = yup.InferType<typeof confirmationSchema>;

export const totpConfirmSchema = yup.object({ code: totpCode.required(ENTER_CODE) });

/** The answer to the options of POST /auth/passkeys/options. */
export const addPasskeySchema = yup.object({
  challenge,
  passkey: passkeyAnswer.required(NOT_A_PASSKEY),
  name: yup.string().typeError('Назовите ключ').trim().required('Назовите ключ').max(60, 'Название — до 60 символов'),
});
export type AddPasskey = yup.InferType<typeof addPasskeySchema>;

export type RememberMe = Pick<Login, 'rememberMe'>;
