import { BLANK_PASSWORD, EMAIL_LIKE, fitsBcrypt, isBlank, PASSWORD_TOO_LONG } from '@ostatok/kit/contract/fields.ts';
import * as yup from 'yup';
import { ownPassword, rememberMe, venueName } from './fields.ts';
import { plainName } from './plain-names.ts';

/**
 * Simple on purpose: only a letter proves an address. Excluded are invisible characters, which would allow two accounts
 * with one address, and characters that a mail program reads as several addresses. The domain's first dot decides, so
 * that no text makes the pattern backtrack over every dot.
 */
const emailPattern =
  /^[^\s@\p{C}<>()[\]\\,;:"]+@[^\s@\p{C}<>()[\]\\,;:"][^.\s@\p{C}<>()[\]\\,;:"]*\.[^\s@\p{C}<>()[\]\\,;:"]+$/u;

/** By RFC 5321 no letter can be sent to an address with two dots in a row or a dot at the edge of a part. */
const hasStrayDots = (address: string): boolean =>
  address.includes('..') || address.split('@').some((part) => part.startsWith('.') || part.endsWith('.'));

/**
 * Writes the domain as DNS does: «ｍail.ru» and «mail.ru» are one mailbox and must be one account. What is no domain
 * stays as it is, for the pattern to judge.
 */
function withPlainDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at).normalize('NFKC');
  if (at === 0 || /^\p{ASCII}*$/u.test(address.slice(at)) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return address;
  return URL.canParse(`http://${domain}`) ? address.slice(0, at) + new URL(`http://${domain}`).hostname : address;
}

export const email = (required = 'Email обязателен'): yup.StringSchema<string> =>
  yup
    .string()
    .strict(false)
    .typeError('Неверный формат email')
    .trim()
    .lowercase()
    .transform((address) => (typeof address === 'string' ? withPlainDomain(address) : address))
    .required(required)
    .max(254, 'Неверный формат email')
    .matches(emailPattern, 'Неверный формат email')
    .test('dots', 'Неверный формат email', (address) => !hasStrayDots(address ?? ''));

export const newPassword = (
  tooShort = 'Пароль должен быть минимум 8 символов',
  missing = tooShort,
): yup.StringSchema<string> =>
  yup
    .string()
    .typeError(missing)
    .required(missing)
    .min(8, tooShort)
    .test('bytes', PASSWORD_TOO_LONG, fitsBcrypt)
    .test('blank', BLANK_PASSWORD, (password) => !password || !isBlank(password));

/** The form's field that repeats another one: an empty one is required, a filled one has to match. */
export const repeated = (field: string): yup.StringSchema<string> =>
  yup
    .string()
    .required('Повторите пароль')
    .test('same', 'Пароли не совпадают', (value, { parent }) => !value || value === parent[field]);

/** The least characters of an administrator's password: guessing it opens every tenant. */
export const ADMIN_PASSWORD_LENGTH = 12;

export const registerSchema = yup.object({
  email: email(),
  password: newPassword(),
  name: plainName(
    yup.string().typeError('Имя обязательно').trim().required('Имя обязательно').max(100, 'Не длиннее 100 знаков'),
  ),
  companyName: plainName(venueName()),
});
export type Register = yup.InferType<typeof registerSchema>;

/** The fields of the form in addition to those of the call. */
export const registerFormSchema = registerSchema.shape({
  confirmPassword: repeated('password'),
  agree: yup.boolean().oneOf([true], 'Необходимо согласиться с условиями'),
});

export const loginSchema = yup.object({
  // admin@localhost has no dot, so sign-in is less strict than registration
  email: yup
    .string()
    .typeError('Неверный формат email')
    .trim()
    .lowercase()
    .required('Email обязателен')
    .max(254, 'Неверный формат email')
    .matches(EMAIL_LIKE, 'Неверный формат email'),
  password: yup
    .string()
    .typeError('Пароль обязателен')
    .required('Пароль обязателен')
    .max(200, 'Пароль слишком длинный'),
  rememberMe: rememberMe(),
});
export type Login = yup.InferType<typeof loginSchema>;

const token = (missing: string): yup.StringSchema<string> =>
  yup.string().typeError(missing).trim().required(missing).max(200, missing);

export const refreshSchema = yup.object({ refreshToken: token('Нет токена обновления') });

/** The refresh token is needed when the access token has expired already. */
export const logoutSchema = yup.object({
  refreshToken: yup.string().typeError('Нет токена обновления').max(200, 'Нет токена обновления'),
});

export const forgotPasswordSchema = yup.object({ email: email('Введите email адрес') });
export const resendVerificationSchema = yup.object({ email: email('Введите email для повторной отправки') });

export const resetPasswordSchema = yup.object({
  token: token('Недействительная ссылка для сброса пароля'),
  newPassword: newPassword('Пароль должен содержать минимум 8 символов', 'Введите новый пароль'),
});
export type ResetPassword = yup.InferType<typeof resetPasswordSchema>;

/** The password is not needed in a session of the account itself. */
export const verifyEmailSchema = yup.object({
  token: token('Недействительная ссылка для подтверждения email'),
  password: ownPassword(),
});
export type VerifyEmail = yup.InferType<typeof verifyEmailSchema>;

export const changePasswordSchema = yup.object({
  oldPassword: yup.string().typeError('Введите текущий пароль').required('Введите текущий пароль').max(200),
  newPassword: newPassword('Пароль должен содержать минимум 8 символов', 'Введите новый пароль').test(
    'new',
    'Новый пароль совпадает с текущим. Придумайте другой',
    (password, { parent }) => !password || password !== parent.oldPassword,
  ),
});
export type ChangePassword = yup.InferType<typeof changePasswordSchema>;

/** Omitted fields stay, an empty text empties the field. */
export const updateProfileSchema = yup.object({
  name: plainName(
    yup.string().typeError('Имя обязательно').trim().min(1, 'Имя обязательно').max(100, 'Не длиннее 100 знаков'),
  ),
  company_name: plainName(venueName().nullable()),
  phone: yup
    .string()
    .typeError('Телефон — текст')
    .trim()
    .nullable()
    .matches(/^$|^\+?[\d\s()-]{5,30}$/, 'Неверный формат телефона'),
});
export type UpdateProfile = yup.InferType<typeof updateProfileSchema>;

/** Days after registration for which a person may sign in without confirming the address. */
export const UNVERIFIED_DAYS = 7;
/** Hours for which a password reset link is valid. */
export const RESET_LINK_HOURS = 1;

export type UserRole = 'admin' | 'customer';

/** External sign-in providers. */
export const providerNames = ['yandex', 'github'] as const;
export type ProviderName = (typeof providerNames)[number];

export interface Tokens {
  /** Valid for 15 minutes; its payload holds userId, email and role. */
  token: string;
  /** Single use: each refresh returns the next one. */
  refreshToken: string;
}

/** The answer of every failed call. */
export interface Failure {
  success: false;
  error: string;
  code: string;
  errors?: Record<string, string>;
  requiresEmailVerification?: boolean;
  requiresSecondFactor?: boolean;
}
