import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { type Schema, ValidationError } from 'yup';

/** Validates a payload for Formik: the contract schema's errors by field, {} when there are none. */
export function objections(schema: Schema, payload: unknown): Record<string, string> {
  try {
    schema.validateSync(payload, { abortEarly: false, stripUnknown: true });
    return {};
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const errors: Record<string, string> = {};
    for (const { path, message } of error.inner.length > 0 ? error.inner : [error]) errors[path || '_'] ??= message;
    return errors;
  }
}

/** The server's validation errors by field; null for any other error. */
export const fieldErrorsOf = (error: unknown): Record<string, string> | null =>
  error instanceof ApiError && Object.keys(error.errors).length > 0 ? error.errors : null;
