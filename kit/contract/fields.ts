/** Fields of requests that the platform's schemas and a tenant's share. */
import * as yup from 'yup';

/** The largest id of a row: PostgreSQL's `integer` holds no larger number. */
export const MAX_ROW_ID = 2_147_483_647;

/** The id of a row, as a number or its text; the message says what is expected. */
export const rowId = (message: string): yup.NumberSchema<number | undefined> =>
  yup.number().typeError(message).integer(message).min(1, message).max(MAX_ROW_ID, message);

/** The id of what the server has made. */
export const uuid = (message: string): yup.StringSchema<string | undefined> =>
  yup.string().typeError(message).uuid(message);

/** The id that the client has made, so that sending twice is harmless; `of` says in the genitive what it is of. */
export const clientId = (of: string): yup.StringSchema<string> =>
  yup.string().strict().required(`Нет номера ${of}`).uuid(`Номер ${of} — uuid`).lowercase();

/** Accepts any address, one without a dot too, as `admin@localhost`. */
export const EMAIL_LIKE = /^[^\s@]+@[^\s@]+$/;

export const PASSWORD_TOO_LONG = 'Пароль слишком длинный: до 72 латинских букв или 36 русских';
/** bcrypt reads 72 bytes of a password and ignores the rest. */
export const fitsBcrypt = (password: string | undefined): boolean =>
  new TextEncoder().encode(password ?? '').length <= 72;

export const BLANK_PASSWORD = 'Пароль не может состоять из одних пробелов';
/** Whether it consists of spaces and invisible characters: such a password looks like an empty field. */
export const isBlank = (password: string): boolean => /^[\s\p{C}]*$/u.test(password);
