import { type FormParts, useSchemaForm } from '@ostatok/kit/web/use-schema-form.ts';
import type { FormikValues } from 'formik';
import type { ChangeEvent } from 'react';

/** Adds the properties of Material UI's fields; editing a field clears its error. */
export function useForm<Values extends FormikValues>(parts: FormParts<Values>) {
  const { formik, form } = useSchemaForm(parts);

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

  return { formik, bind, bindCheckbox, form };
}
