import { type FormikErrors, type FormikValues, useFormik } from 'formik';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { type AnyObject, type ObjectSchema, ValidationError } from 'yup';
import { ApiError } from './api-client.ts';

/** Matches focusable fields only, because some wrappers also have aria-invalid. */
const INVALID = ':is(input, textarea, [role="combobox"])[aria-invalid="true"]';

export interface FormParts<Values extends FormikValues, Payload = Values> {
  /** The server's schema, or its extension by fields that only the form has. */
  schema: ObjectSchema<AnyObject>;
  initialValues: Values;
  /** Makes what is sent of the fields, where that differs: then the schema checks it, and names it in its errors. */
  payloadOf?: (values: Values) => Payload;
  /** Whether fields are checked as they are filled in, not on submit alone. */
  checksEarly?: boolean;
  /**
   * Receives the payload, by default the values as cast by the schema, and the values as they are. An ApiError's field errors are shown at the fields;
   * showing that it failed is the caller's task.
   */
  onSubmit: (payload: Payload, values: Values) => Promise<unknown> | unknown;
}

/** The schema's errors of a payload by field, and under `_` those of no field; {} when there are none. */
export function objections(schema: ObjectSchema<AnyObject>, payload: unknown): Record<string, string> {
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

/** Whether a held Enter is legitimate, because it makes several lines. */
const isOfSeveralLines = ({ target }: KeyboardEvent): boolean => target instanceof HTMLTextAreaElement;

/** A form that validates on submit, shows errors at their fields and focuses the first invalid one. */
export function useSchemaForm<Values extends FormikValues, Payload = Values>({
  schema,
  initialValues,
  payloadOf,
  checksEarly = false,
  onSubmit,
}: FormParts<Values, Payload>) {
  const ref = useRef<HTMLFormElement>(null);
  const formik = useFormik<Values>({
    initialValues,
    ...(payloadOf
      ? { validate: (values) => objections(schema, payloadOf(values)) as FormikErrors<Values> }
      : { validationSchema: schema }),
    validateOnChange: checksEarly,
    validateOnBlur: checksEarly,
    async onSubmit(values, { setErrors }) {
      try {
        await onSubmit(payloadOf ? payloadOf(values) : (schema.cast(values) as Payload), values);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        setErrors(error.errors as FormikErrors<Values>);
      }
    },
  });

  const { isSubmitting, submitCount } = formik;
  useEffect(() => {
    // The field was marked invalid by the form or by the server; focus waits until its error is rendered.
    if (submitCount > 0 && !isSubmitting) ref.current?.querySelector<HTMLElement>(INVALID)?.focus();
  }, [isSubmitting, submitCount]);

  // A ref, because state is rendered only after a press: a second press would still see the form as not submitting.
  const sending = useRef(false);
  async function submitOnce() {
    if (sending.current) return;
    sending.current = true;
    try {
      await formik.submitForm();
    } finally {
      sending.current = false;
    }
  }

  async function onFormSubmit(event: { preventDefault: () => void }) {
    event.preventDefault();
    await submitOnce();
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && event.repeat && !isOfSeveralLines(event)) event.preventDefault();
  };
  return {
    formik: { ...formik, submitForm: submitOnce },
    form: { ref, onSubmit: onFormSubmit, onKeyDown, noValidate: true },
  };
}
