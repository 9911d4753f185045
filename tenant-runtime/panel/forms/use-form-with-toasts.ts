import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { useForm } from '@ostatok/kit/web/use-mantine-form.ts';
import type { FormParts } from '@ostatok/kit/web/use-schema-form.ts';
import type { FormikValues } from 'formik';
import toast from 'react-hot-toast';
import { messageOf } from '../client/api.ts';

/** Whether the error belongs to single fields, which then show it themselves. */
const isOfFields = (error: unknown): boolean => error instanceof ApiError && Object.keys(error.errors).length > 0;

/** A form of Mantine's fields that shows as a toast what belongs to no field. */
export function useFormWithToasts<Values extends FormikValues, Payload = Values>({
  onSubmit,
  ...parts
}: FormParts<Values, Payload>) {
  return useForm<Values, Payload>({
    ...parts,
    async onSubmit(payload, values) {
      try {
        await onSubmit(payload, values);
      } catch (error) {
        if (!isOfFields(error)) toast.error(messageOf(error));
        throw error;
      }
    },
  });
}
