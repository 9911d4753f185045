import * as yup from 'yup';

export const loginSchema = yup.object({
  username: yup.string().strict().typeError('Логин — текст').required('Введите логин').max(100),
  password: yup.string().strict().typeError('Пароль — текст').required('Введите пароль').max(200),
});
export type Login = yup.InferType<typeof loginSchema>;

export const roles = ['admin', 'user'] as const;
export type Role = (typeof roles)[number];

export const updateUserSchema = yup.object({
  name: yup.string().strict().typeError('Имя — текст').trim().max(100, 'Не длиннее 100 знаков'),
  role: yup.string().oneOf([...roles], 'Роль — admin или user'),
});
export type UpdateUser = yup.InferType<typeof updateUserSchema>;

export interface VenueUser {
  id: number;
  username: string;
  name: string;
  role: Role;
  /** Whether the person has written to the bot. */
  in_telegram: boolean;
  created_at: string;
}

export interface LoginAnswer {
  success: true;
  token: string;
  user: Pick<VenueUser, 'id' | 'username' | 'name' | 'role'>;
}
