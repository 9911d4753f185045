import type { Alias } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { api } from '../http-client.ts';
import { changed } from '../live/invalidation.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { toastDone, toastFailed } from '../ui/toasts.tsx';
import { useForm } from '../ui/use-form.ts';
import { AliasFormFields } from './AliasFields.tsx';
import { fieldsOf, formSchema } from './alias-form.ts';
import { revertTo } from './revert.ts';

/** Creates an alias or edits an existing one. */
export function AliasDialog({ alias, onClose }: { alias?: Alias; onClose: () => void }) {
  const { formik, bind, form } = useForm({
    schema: formSchema,
    initialValues: fieldsOf(alias),
    async onSubmit(values) {
      const fields = formSchema.cast(values);
      try {
        if (alias) {
          const { id, revision } = alias;
          await api.call('PUT /api/admin/aliases/:id', { params: { id }, body: { ...fields, revision } });
          toastDone('Алиас обновлён', () => void revertTo(alias));
        } else {
          await api.call('POST /api/admin/aliases', { body: fields });
          toastDone('Алиас создан');
        }
        onClose();
      } catch (error) {
        toastFailed(alias ? 'Ошибка обновления алиаса' : 'Ошибка создания алиаса', error);
        throw error;
      } finally {
        changed('aliases');
      }
    },
  });
  return (
    <FormDialog
      title={alias ? 'Изменить алиас' : 'Новый алиас'}
      submit={alias ? 'Сохранить' : 'Создать'}
      isBusy={formik.isSubmitting}
      form={form}
      wide
      onClose={onClose}
    >
      <AliasFormFields bind={bind} />
    </FormDialog>
  );
}
