import { Button, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { type AddUser, addUserSchema } from '@ostatok/tenant-runtime/contract/users.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useFormik } from 'formik';
import toast from 'react-hot-toast';
import { api, messageOf } from '../../client/api.ts';
import { fieldErrorsOf, objections } from '../../forms/form.ts';
import type { ShownPassword } from './NewPassword.tsx';
import { roleOptions } from './roles.ts';

interface AddUserFormProps {
  onClose: () => void;
  onAdded: (added: ShownPassword) => void;
}

export function AddUserForm({ onClose, onAdded }: AddUserFormProps) {
  const queries = useQueryClient();
  const form = useFormik<AddUser>({
    initialValues: { username: '', name: '', role: 'user' },
    validate: (values) => objections(addUserSchema, values),
    validateOnChange: false,
    async onSubmit(values, { setErrors }) {
      try {
        const { user, password } = await api.call('POST /api/users', { body: values });
        await queries.invalidateQueries({ queryKey: ['users'] });
        onAdded({ username: user.username, password });
      } catch (error) {
        setErrors(fieldErrorsOf(error) ?? {});
        toast.error(messageOf(error));
      }
    },
  });
  return (
    <Modal opened onClose={onClose} title="Новый сотрудник">
      <form onSubmit={form.handleSubmit} noValidate>
        <Stack>
          <TextInput
            data-autofocus
            label="Логин"
            description={
              form.values.role === 'admin'
                ? 'Администратора бот узнает по ссылке: её даст кнопка «Подключить Telegram»'
                : 'Имя пользователя в Telegram: так бот его узнает'
            }
            placeholder="@anna"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            {...form.getFieldProps('username')}
            error={form.touched.username && form.errors.username}
          />
          <TextInput
            label="Имя"
            description="Так оно будет в журнале"
            {...form.getFieldProps('name')}
            error={form.touched.name && form.errors.name}
          />
          <NativeSelect
            size="md"
            label="Роль"
            data={roleOptions}
            {...form.getFieldProps('role')}
            error={form.errors.role}
          />
          <Button type="submit" loading={form.isSubmitting}>
            Добавить
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
