import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { type FormikErrors, type FormikValues, useFormik } from 'formik';
import { type ChangeEvent, useEffect, useRef } from 'react';
import type { AnyObject, ObjectSchema } from 'yup';

const INVALID = '[aria-invalid="true"]';

interface FormParts<Values extends FormikValues> {
  /** The server's own schema, or its extension by what only the form asks. */
  schema: ObjectSchema<AnyObject>;
  initialValues: Values;
  /** Gets the values as the schema casts them. An ApiError's field errors land on the fields; saying that it failed is yours. */
  onSubmit: (values: Values) => Promise<unknown> | unknown;
}

/** A form that complains when it is sent, at the field; an edited field's error goes at once. */
export function useForm<Values extends FormikValues>({ schema, initialValues, onSubmit }: FormParts<Values>) {
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
    // the first field that was refused, by the form or by the server, once its error stands there
    if (submitCount > 0 && !isSubmitting) ref.current?.querySelector<HTMLElement>(INVALID)?.focus();
  }, [isSubmitting, submitCount]);

  /** The properties of a text field of Material UI. */
  const bind = (name: keyof Values & string) => {
    const error = formik.errors[name] as string | undefined;
    return {
      name,
      value: formik.values[name] ?? '',
      error: Boolean(error),
      helperText: error,
      fullWidth: true,
      onChange(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) {
        if (error) formik.setFieldError(name, undefined);
        void formik.setFieldValue(name, event.target.value);
      },
    };
  };

  const bindCheckbox = (name: keyof Values & string) => ({
    name,
    checked: Boolean(formik.values[name]),
    onChange: (event: ChangeEvent<HTMLInputElement>) => void formik.setFieldValue(name, event.target.checked),
  });

  async function onFormSubmit(event: { preventDefault: () => void }) {
    event.preventDefault();
    await formik.submitForm();
  }
  return { formik, bind, bindCheckbox, form: { ref, onSubmit: onFormSubmit, noValidate: true } };
}
