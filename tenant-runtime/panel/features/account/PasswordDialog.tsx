import { Button, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { changePasswordSchema } from '@ostatok/tenant-runtime/contract/users.ts';
import toast from 'react-hot-toast';
import * as yup from 'yup';
import { useFormWithToasts } from '../../forms/use-form-with-toasts.ts';
import { useMessenger } from '../../users/messengers.ts';
import { useWorkspace } from '../../workspace/workspace.ts';
import { changePassword } from './account.ts';

const schema = changePasswordSchema.shape({
  again: yup
    .string()
    .required('Повторите новый пароль')
    .test('same', 'Пароли не совпадают', (value, { parent }) => !value || value === parent.newPassword),
});

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { user } = useWorkspace();
  const { data: max } = useMessenger('max');
  const { formik, form, bind } = useFormWithToasts({
    schema,
    initialValues: { oldPassword: '', newPassword: '', again: '' },
    async onSubmit({ oldPassword, newPassword }) {
      await changePassword({ oldPassword, newPassword });
      toast.success('Пароль изменён. На других устройствах нужно войти снова');
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title="Сменить пароль">
      <form {...form}>
        <Stack>
          {/* The hidden login makes the browser save the new password under the right user. */}
          <input type="text" autoComplete="username" value={user.username} readOnly hidden />
          <PasswordInput
            data-autofocus
            label="Текущий пароль"
            autoComplete="current-password"
            {...bind('oldPassword')}
          />
          <PasswordInput
            label="Новый пароль"
            description="Не короче 8 символов. Подойдут три-четыре случайных слова"
            autoComplete="new-password"
            {...bind('newPassword')}
          />
          <PasswordInput label="Новый пароль ещё раз" autoComplete="new-password" {...bind('again')} />
          <Text size="sm" c="dimmed">
            На других устройствах нужно будет войти снова,{' '}
            {max?.linked ? 'Telegram и MAX останутся подключены' : 'Telegram останется подключён'}. Не помните текущий
            пароль — попросите администратора заведения сбросить его
          </Text>
          <Button type="submit" loading={formik.isSubmitting}>
            Сменить пароль
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
