import * as yup from 'yup';

/** Simple on purpose: the proof of an address is the letter. */
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export const email = (required = 'Email обязателен'): yup.StringSchema<string> =>
  yup
    .string()
    .strict(false)
    .typeError('Неверный формат email')
    .trim()
    .lowercase()
    .required(required)
    .max(254, 'Неверный формат email')
    .matches(emailPattern, 'Неверный формат email');

export const newPassword = (
  tooShort = 'Пароль должен быть минимум 8 символов',
  missing = 'Пароль обязателен',
): yup.StringSchema<string> =>
  yup.string().typeError(missing).required(missing).min(8, tooShort).max(72, 'Пароль не длиннее 72 символов');

export const registerSchema = yup.object({
  email: email(),
  password: newPassword(),
  name: yup.string().typeError('Имя обязательно').trim().required('Имя обязательно').max(100, 'Не длиннее 100 знаков'),
  companyName: yup.string().trim().max(100, 'Не длиннее 100 знаков'),
});
export type Register = yup.InferType<typeof registerSchema>;

/** The form's own fields over the call's. */
export const registerFormSchema = registerSchema.shape({
  confirmPassword: yup
    .string()
    .required('Пароли не совпадают')
    .oneOf([yup.ref('password')], 'Пароли не совпадают'),
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
    .matches(/^[^\s@]+@[^\s@]+$/, 'Неверный формат email'),
  password: yup.string().typeError('Пароль обязателен').required('Пароль обязателен').max(200),
  rememberMe: yup.boolean().default(false),
});
export type Login = yup.InferType<typeof loginSchema>;

export const refreshSchema = yup.object({ refreshToken: yup.string().required('Нет токена обновления').max(200) });

export type UserRole = 'admin' | 'customer';

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
}
