import { type FormParts, useSchemaForm } from '@ostatok/kit/web/use-schema-form.ts';
import type { FormikErrors, FormikValues } from 'formik';
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

  /** For a list with a component of its own, which shows the first error of any row: `areas`, `areas[2].name`. */
  const bindList = <Name extends keyof Values & string>(name: Name) => {
    const isOfList = ([field]: [string, unknown]): boolean => field === name || field.startsWith(`${name}[`);
    const errors = Object.entries<unknown>(formik.errors);
    const error = errors.find(isOfList)?.[1];
    return {
      value: formik.values[name],
      error: typeof error === 'string' ? error : undefined,
      onChange(list: Values[Name]) {
        formik.setErrors(Object.fromEntries(errors.filter((one) => !isOfList(one))) as FormikErrors<Values>);
        void formik.setFieldValue(name, list);
      },
    };
  };

  return { formik, bind, bindCheckbox, bindList, form };
}
