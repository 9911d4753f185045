import { type FormParts, useSchemaForm } from '@ostatok/kit/web/use-schema-form.ts';
import type { FormikValues } from 'formik';
import type { ChangeEvent } from 'react';

/** Adds the properties of Mantine's fields; editing a field clears its error. */
export function useForm<Values extends FormikValues, Payload = Values>(parts: FormParts<Values, Payload>) {
  const { formik, form } = useSchemaForm(parts);

  const errorOf = (name: keyof Values & string) => formik.errors[name] as string | undefined;
  const clear = (name: keyof Values & string) => formik.errors[name] && formik.setFieldError(name, undefined);

  const bind = (name: keyof Values & string) => ({
    name,
    value: formik.values[name] as string,
    error: errorOf(name),
    // PasswordInput does not set it itself.
    'aria-invalid': errorOf(name) ? true : undefined,
    onChange(event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) {
      clear(name);
      void formik.setFieldValue(name, event.currentTarget.value);
    },
  });

  const bindCheckbox = (name: keyof Values & string) => ({
    name,
    checked: Boolean(formik.values[name]),
    error: errorOf(name),
    onChange(event: ChangeEvent<HTMLInputElement>) {
      clear(name);
      void formik.setFieldValue(name, event.currentTarget.checked);
    },
  });

  return { formik, bind, bindCheckbox, form };
}
