import { Button, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { type AddUser, addUserSchema } from '@ostatok/tenant-runtime/contract/users.ts';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../client/api.ts';
import { useFormWithToasts } from '../../forms/use-form-with-toasts.ts';
import type { ShownPassword } from './NewPassword.tsx';
import { roleOptions } from './roles.ts';

interface AddUserFormProps {
  /** Whether the venue has a bot in Telegram, which knows people by their names there. */
  hasTelegram: boolean;
  onClose: () => void;
  onAdded: (added: ShownPassword) => void;
}

function aboutLogin(hasTelegram: boolean, role: AddUser['role']): string {
  if (!hasTelegram) return 'С ним и с паролем входят в панель и в приложение';
  return role === 'admin'
    ? 'Администратора бот узнает по ссылке: её даст кнопка «Подключить Telegram»'
    : 'Имя пользователя в Telegram: так бот его узнает';
}

export function AddUserForm({ hasTelegram, onClose, onAdded }: AddUserFormProps) {
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
            description={aboutLogin(hasTelegram, formik.values.role)}
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
