import { type FormikErrors, type FormikValues, useFormik } from 'formik';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { AnyObject, ObjectSchema } from 'yup';
import { ApiError } from './api-client.ts';

/** Matches focusable fields only, because some wrappers also have aria-invalid. */
const INVALID = ':is(input, textarea, [role="combobox"])[aria-invalid="true"]';

export interface FormParts<Values extends FormikValues> {
  /** The server's schema, or its extension by fields that only the form has. */
  schema: ObjectSchema<AnyObject>;
  initialValues: Values;
  /**
   * Receives the values as cast by the schema. An ApiError's field errors are shown at the fields; showing that it
   * failed is the caller's task.
   */
  onSubmit: (values: Values) => Promise<unknown> | unknown;
}

/** Whether a held Enter is legitimate, because it makes several lines. */
const isOfSeveralLines = ({ target }: KeyboardEvent): boolean => target instanceof HTMLTextAreaElement;

/** A form that validates on submit, shows errors at their fields and focuses the first invalid one. */
export function useSchemaForm<Values extends FormikValues>({ schema, initialValues, onSubmit }: FormParts<Values>) {
  const ref = useRef<HTMLFormElement>(null);
  const formik = useFormik<Values>({
    initialValues,
    validationSchema: schema,
    validateOnChange: false,
    validateOnBlur: false,
    async onSubmit(values, { setErrors }) {
      try {
        await onSubmit(schema.cast(values) as Values);
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
