import { BLANK_PASSWORD, fitsBcrypt, isBlank, PASSWORD_TOO_LONG } from '@ostatok/kit/contract/fields.ts';
import * as yup from 'yup';
import { line, trimmed } from './fields.ts';

export const loginSchema = yup.object({
  username: yup.string().strict().typeError('Логин — текст').required('Введите логин').max(100),
  password: yup.string().strict().typeError('Пароль — текст').required('Введите пароль').max(200),
});
export type Login = yup.InferType<typeof loginSchema>;

export const refreshSchema = yup.object({
  refreshToken: yup.string().strict().typeError('Токен — текст').required('Нет токена обновления').max(200),
});
export const logoutSchema = yup.object({ refreshToken: yup.string().strict().typeError('Токен — текст').max(200) });

/** The minimum is the platform's for a tenant's administrator, and the maximum is what bcrypt reads. */
export const changePasswordSchema = yup.object({
  oldPassword: yup.string().strict().typeError('Пароль — текст').required('Введите текущий пароль').max(200),
  newPassword: yup
    .string()
    .strict()
    .typeError('Пароль — текст')
    .required('Введите новый пароль')
    .min(8, 'Не короче 8 символов')
    .test('bytes', PASSWORD_TOO_LONG, fitsBcrypt)
    .test('blank', BLANK_PASSWORD, (value) => !value || !isBlank(value))
    .test(
      'new',
      'Новый пароль совпадает с текущим. Придумайте другой',
      (value, { parent }) => !value || value !== parent.oldPassword,
    ),
});
export type ChangePassword = yup.InferType<typeof changePasswordSchema>;

export const roles = ['admin', 'user'] as const;
export type Role = (typeof roles)[number];

const name = () => line('Имя', 100);
const role = () => yup.string().oneOf([...roles], 'Роль — admin или user');

export const updateUserSchema = yup.object({ name: name(), role: role() });
export type UpdateUser = yup.InferType<typeof updateUserSchema>;

/** A new user by their Telegram username; the answer carries a password for the panel, shown once. */
export const addUserSchema = yup.object({
  username: trimmed()
    .typeError('Логин — текст')
    .required('Введите логин')
    .max(65, 'Не длиннее 64 знаков')
    .matches(/^@?[A-Za-z0-9_.-]+$/, 'Только латинские буквы, цифры, точка, дефис и подчёркивание'),
  name: name().default(''),
  role: role().default('user'),
});
export type AddUser = yup.InferType<typeof addUserSchema>;
