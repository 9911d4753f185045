import { Button, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { type AddUser, addUserSchema } from '@ostatok/tenant-runtime/contract/users.ts';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../client/api.ts';
import { useFormWithToasts } from '../../forms/use-form-with-toasts.ts';
import type { ShownPassword } from './NewPassword.tsx';
import { roleOptions } from './roles.ts';

interface AddUserFormProps {
  onClose: () => void;
  onAdded: (added: ShownPassword) => void;
}

export function AddUserForm({ onClose, onAdded }: AddUserFormProps) {
  const add = useMutation({
    mutationFn: (given: AddUser) => api.call('POST /api/users', { body: given }),
    meta: { invalidates: [['users']] },
  });
  const { formik, form, bind } = useFormWithToasts<AddUser>({
    schema: addUserSchema,
    initialValues: { username: '', name: '', role: 'user' },
    async onSubmit(given) {
      const { user, password } = await add.mutateAsync(given);
      onAdded({ username: user.username, password });
    },
  });
  return (
    <Modal opened onClose={onClose} title="Новый сотрудник">
      <form {...form}>
        <Stack>
          <TextInput
            data-autofocus
            label="Логин"
            description={
              formik.values.role === 'admin'
                ? 'Администратора бот узнает по ссылке: её даст кнопка «Подключить Telegram»'
                : 'Имя пользователя в Telegram: так бот его узнает'
            }
            placeholder="@anna"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            {...bind('username')}
          />
          <TextInput label="Имя" description="Так оно будет в журнале" {...bind('name')} />
          <NativeSelect size="md" label="Роль" data={roleOptions} {...bind('role')} />
          <Button type="submit" loading={formik.isSubmitting}>
            Добавить
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
