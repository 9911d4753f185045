import { Button, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { useSchemaForm } from '@ostatok/kit/web/use-schema-form.ts';
import { changePasswordSchema } from '@ostatok/tenant-runtime/contract/users.ts';
import toast from 'react-hot-toast';
import * as yup from 'yup';
import { messageOf } from '../../client/api.ts';
import { changePassword } from '../../session/account.ts';
import { useWorkspace } from '../../workspace/workspace.ts';

const schema = changePasswordSchema.shape({
  again: yup
    .string()
    .required('Повторите новый пароль')
    .test('same', 'Пароли не совпадают', (value, { parent }) => !value || value === parent.newPassword),
});

/** Whether the error belongs to single fields, which then show it themselves. */
const isOfFields = (error: unknown): boolean => error instanceof ApiError && Object.keys(error.errors).length > 0;

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { user } = useWorkspace();
  const { formik, form } = useSchemaForm({
    schema,
    initialValues: { oldPassword: '', newPassword: '', again: '' },
    async onSubmit({ oldPassword, newPassword }) {
      try {
        await changePassword({ oldPassword, newPassword });
        toast.success('Пароль изменён. На других устройствах нужно войти снова');
        onClose();
      } catch (error) {
        if (!isOfFields(error)) toast.error(messageOf(error));
        throw error;
      }
    },
  });
  const field = (name: 'oldPassword' | 'newPassword' | 'again') => ({
    ...formik.getFieldProps(name),
    error: formik.errors[name],
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
            {...field('oldPassword')}
          />
          <PasswordInput
            label="Новый пароль"
            description="Не короче 8 символов. Подойдут три-четыре случайных слова"
            autoComplete="new-password"
            {...field('newPassword')}
          />
          <PasswordInput label="Новый пароль ещё раз" autoComplete="new-password" {...field('again')} />
          <Text size="sm" c="dimmed">
            На других устройствах нужно будет войти снова, Telegram останется подключён. Не помните текущий пароль —
            попросите администратора заведения сбросить его
          </Text>
          <Button type="submit" loading={formik.isSubmitting}>
            Сменить пароль
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
