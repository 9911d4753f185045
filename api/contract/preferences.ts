import * as yup from 'yup';

/**
 * GET /admin/preferences → {preferences}, GET /admin/preferences/:key → {preferences} with one key; the caller's own.
 */
export type Preferences = Record<string, unknown>;

export const PREFERENCE_BYTES = 64 * 1024;
export const MOST_PREFERENCES = 200;
export const preferenceKey = /^[a-z][a-z0-9._-]{0,63}$/i;

/**
 * PUT /admin/preferences/:key {value} → {preferences}, DELETE /admin/preferences/:key → {preferences}; the answer holds
 * all remaining ones. A value is any JSON but null, up to 64 kB.
 */
export const preferenceSchema = yup.object({
  value: yup.mixed<NonNullable<unknown>>().required('Укажите значение'),
});
