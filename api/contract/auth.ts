import * as yup from 'yup';
import { plainName } from './plain-names.ts';

/**
 * Simple on purpose: the proof of an address is the letter. Left out are signs that nobody sees, which would make two
 * accounts of one address, and those that a mail program reads as more than one address. The first dot decides, so that no
 * text makes it try each of them.
 */
const emailPattern =
  /^[^\s@\p{C}<>()[\]\\,;:"]+@[^\s@\p{C}<>()[\]\\,;:"][^.\s@\p{C}<>()[\]\\,;:"]*\.[^\s@\p{C}<>()[\]\\,;:"]+$/u;

/** RFC 5321: two dots in a row, or one at the edge of a part, are no address that a letter can be sent to. */
const hasStrayDots = (address: string): boolean =>
  address.includes('..') || address.split('@').some((part) => part.startsWith('.') || part.endsWith('.'));

export const email = (required = 'Email обязателен'): yup.StringSchema<string> =>
  yup
    .string()
    .strict(false)
    .typeError('Неверный формат email')
    .trim()
    .lowercase()
    .required(required)
    .max(254, 'Неверный формат email')
    .matches(emailPattern, 'Неверный формат email')
    .test('dots', 'Неверный формат email', (address) => !hasStrayDots(address ?? ''));

/** bcrypt looks at the first 72 bytes alone. */
const fitsBcrypt = (password: string | undefined): boolean => new TextEncoder().encode(password ?? '').length <= 72;

/** Spaces and signs that nobody sees: such a password looks like an empty field. */
export const isBlank = (password: string): boolean => /^[\s\p{C}]*$/u.test(password);
export const BLANK_PASSWORD = 'Пароль не может состоять из одних пробелов';

export const newPassword = (
  tooShort = 'Пароль должен быть минимум 8 символов',
  missing = tooShort,
): yup.StringSchema<string> =>
  yup
    .string()
    .typeError(missing)
    .required(missing)
    .min(8, tooShort)
    .test('bytes', 'Пароль слишком длинный: до 72 латинских букв или 36 русских', fitsBcrypt)
    .test('blank', BLANK_PASSWORD, (password) => !password || !isBlank(password));

/** The form's second field: an empty one is asked for, only a filled one can differ. */
export const repeated = (field: string): yup.StringSchema<string> =>
  yup
    .string()
    .required('Повторите пароль')
    .test('same', 'Пароли не совпадают', (value, { parent }) => !value || value === parent[field]);

/** Characters of an administrator's password: whoever guesses it holds every venue. */
export const ADMIN_PASSWORD_LENGTH = 12;

export const registerSchema = yup.object({
  email: email(),
  password: newPassword(),
  name: plainName(
    yup.string().typeError('Имя обязательно').trim().required('Имя обязательно').max(100, 'Не длиннее 100 знаков'),
  ),
  companyName: plainName(yup.string().typeError('Название — текст').trim().max(100, 'Не длиннее 100 знаков')),
});
export type Register = yup.InferType<typeof registerSchema>;

/** The form's own fields over the call's. */
export const registerFormSchema = registerSchema.shape({
  confirmPassword: repeated('password'),
  agree: yup.boolean().oneOf([true], 'Необходимо согласиться с условиями'),
});

export const loginSchema = yup.object({
  // admin@localhost has no dot, so sign-in asks for less than registration
  email: yup
    .string()
    .typeError('Неверный формат email')
    .trim()
    .lowercase()
    .required('Email обязателен')
    .max(254, 'Неверный формат email')
    .matches(/^[^\s@]+@[^\s@]+$/, 'Неверный формат email'),
  password: yup
    .string()
    .typeError('Пароль обязателен')
    .required('Пароль обязателен')
    .max(200, 'Пароль слишком длинный'),
  rememberMe: yup.boolean().typeError('«Запомнить меня» — да или нет').default(false),
});
export type Login = yup.InferType<typeof loginSchema>;

const token = (missing: string): yup.StringSchema<string> =>
  yup.string().typeError(missing).trim().required(missing).max(200, missing);

export const refreshSchema = yup.object({ refreshToken: token('Нет токена обновления') });

/** The refresh token is wanted where the access token has run out already. */
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

export const verifyEmailSchema = yup.object({ token: token('Недействительная ссылка для подтверждения email') });

export const changePasswordSchema = yup.object({
  oldPassword: yup.string().typeError('Введите текущий пароль').required('Введите текущий пароль').max(200),
  newPassword: newPassword('Пароль должен содержать минимум 8 символов', 'Введите новый пароль').test(
    'new',
    'Новый пароль совпадает с текущим. Придумайте другой',
    (password, { parent }) => !password || password !== parent.oldPassword,
  ),
});
export type ChangePassword = yup.InferType<typeof changePasswordSchema>;

/** PUT /auth/me: what is left out stays, an empty text empties the field. */
export const updateProfileSchema = yup.object({
  name: plainName(
    yup.string().typeError('Имя обязательно').trim().min(1, 'Имя обязательно').max(100, 'Не длиннее 100 знаков'),
  ),
  company_name: plainName(
    yup.string().typeError('Название — текст').trim().nullable().max(100, 'Не длиннее 100 знаков'),
  ),
  phone: yup
    .string()
    .typeError('Телефон — текст')
    .trim()
    .nullable()
    .matches(/^$|^\+?[\d\s()-]{5,30}$/, 'Неверный формат телефона'),
});
export type UpdateProfile = yup.InferType<typeof updateProfileSchema>;

/** Days after registration for which one may sign in without having confirmed the address. */
export const UNVERIFIED_DAYS = 7;
/** Hours a link to a new password is valid. */
export const RESET_LINK_HOURS = 1;

export type UserRole = 'admin' | 'customer';

/** Who else may vouch for a person. */
export const providerNames = ['yandex', 'github'] as const;
export type ProviderName = (typeof providerNames)[number];

export interface User {
  id: number;
  email: string;
  email_verified: boolean;
  name: string;
  company_name: string | null;
  phone: string | null;
  role: UserRole;
  status: 'active' | 'blocked';
  plan: { name: string; displayName: string } | null;
  /** Signs in through these too. */
  providers: ProviderName[];
  /** Without one it is set by way of a forgotten password. */
  has_password: boolean;
  /** When the consent to what is not needed was withdrawn. */
  consent_withdrawn_at: string | null;
  created_at: string;
}

export interface Tokens {
  /** 15 minutes; its payload carries userId, email and role. */
  token: string;
  /** Single use: each refresh gives the next one. */
  refreshToken: string;
}

export interface SignedIn extends Tokens {
  success: true;
  user: User;
}

/** What every failed call answers. */
export interface Failure {
  success: false;
  error: string;
  code: string;
  errors?: Record<string, string>;
  requiresEmailVerification?: boolean;
  requiresSecondFactor?: boolean;
}
