import * as yup from 'yup';

export type Preferences = Record<string, unknown>;

export const PREFERENCE_BYTES = 64 * 1024;
export const MOST_PREFERENCES = 200;
export const preferenceKey = /^[a-z][a-z0-9._-]{0,63}$/i;

/** A value is any JSON but null, up to 64 kB. */
export const preferenceSchema = yup.object({
  value: yup.mixed<NonNullable<unknown>>().required('Укажите значение'),
});
