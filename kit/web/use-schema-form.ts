import { type FormikErrors, type FormikValues, useFormik } from 'formik';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { AnyObject, ObjectSchema } from 'yup';
import { ApiError } from './api-client.ts';

/** What takes the focus: some wrappers say of themselves that they are invalid too. */
const INVALID = ':is(input, textarea, [role="combobox"])[aria-invalid="true"]';

export interface FormParts<Values extends FormikValues> {
  /** The server's own schema, or its extension by what only the form asks. */
  schema: ObjectSchema<AnyObject>;
  initialValues: Values;
  /** Gets the values as the schema casts them. An ApiError's field errors land on the fields; saying that it failed is yours. */
  onSubmit: (values: Values) => Promise<unknown> | unknown;
}

/** Where Enter held down is several lines. */
const isOfSeveralLines = ({ target }: KeyboardEvent): boolean => target instanceof HTMLTextAreaElement;

/** A form that complains when it is sent, at the field, and leads to the first that was refused. */
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
    // by the form or by the server, once its error stands there
    if (submitCount > 0 && !isSubmitting) ref.current?.querySelector<HTMLElement>(INVALID)?.focus();
  }, [isSubmitting, submitCount]);

  // the state is drawn a moment after a press: a second one would find the form as it was before the first
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
