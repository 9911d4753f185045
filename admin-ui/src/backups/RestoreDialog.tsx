import { Checkbox, FormControlLabel, FormHelperText, TextField } from '@mui/material';
import type { Backup } from '@ostatok/api/contract/backups.endpoints.ts';
import * as yup from 'yup';
import { api } from '../http-client.ts';
import { changed } from '../live/invalidation.ts';
import { inBackground } from '../operations/queries.ts';
import { toastBegun } from '../operations/toast-begun.tsx';
import { couldNot } from '../ui/act.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { timeText } from '../ui/texts.ts';
import { toastFailed } from '../ui/toasts.tsx';
import { useForm } from '../ui/use-form.ts';
import { whoseText } from './texts.ts';

/** Requires typing the tenant's name, because a restore deletes everything newer than the backup. */
export function RestoreDialog({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const name = whoseText(backup);
  const isUnsigned = backup.protection === 'unsigned';
  const { formik, bind, bindCheckbox, form } = useForm({
    schema: yup.object({
      name: yup
        .string()
        .trim()
        .test('same', `Введите ${name}`, (typed) => typed === name),
      unsigned: yup.boolean().oneOf([isUnsigned], 'Подтвердите, что доверяете файлу'),
    }),
    initialValues: { name: '', unsigned: false },
    async onSubmit({ unsigned }) {
      try {
        const call = { params: { id: backup.id }, body: { unsigned }, ...inBackground };
        const { operation } = await api.call('POST /api/admin/backups/:id/restore', call);
        toastBegun('Восстановление началось', operation);
        onClose();
      } catch (error) {
        toastFailed(couldNot('восстановить'), error);
        throw error;
      } finally {
        for (const resource of ['backups', 'tenants', 'operations'] as const) changed(resource);
      }
    },
  });
  return (
    <FormDialog
      title={`Вернуть ${name} к ${timeText(backup.finished_at ?? backup.created_at)}?`}
      submit="Восстановить"
      isBusy={formik.isSubmitting}
      form={form}
      onClose={onClose}
    >
      <p>
        Копия разворачивается рядом и затем подменяет нынешние данные. Всё, что изменилось после неё, из заведения
        пропадёт. Сотрудники и их пароли станут прежними: кого удалили после копии, удалите снова. Всем придётся войти
        заново.
      </p>
      {isUnsigned && (
        <>
          <p role="note">
            <strong>Копия не подписана:</strong> её сделала прежняя версия или кто-то посторонний. Платформа не может
            знать, что в ней ничего не подменили.
          </p>
          <FormControlLabel
            control={<Checkbox {...bindCheckbox('unsigned')} />}
            label="Я знаю, откуда этот файл, и доверяю ему"
            slotProps={{ typography: { variant: 'body2' } }}
            sx={{ mb: 2 }}
          />
          {formik.errors.unsigned && <FormHelperText error>{formik.errors.unsigned}</FormHelperText>}
        </>
      )}
      <TextField label={`Введите «${name}»`} autoComplete="off" autoFocus {...bind('name')} />
    </FormDialog>
  );
}
