import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { type SandboxPerson, sandboxPersonSchema } from '@ostatok/api/contract/sandbox.ts';
import { useForm } from '@ostatok/kit/web/use-mantine-form.ts';
import { useMutation } from '@tanstack/react-query';
import { messageOf, sandboxApi } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';

interface NewPersonModalProps {
  onClose: () => void;
  onCreated: (person: SandboxPerson) => void;
}

export function NewPersonModal({ onClose, onCreated }: NewPersonModalProps) {
  const add = useMutation({
    mutationFn: (person: { first_name: string; username?: string }) =>
      sandboxApi.post<{ person: SandboxPerson }>('/people', person),
    meta: { invalidates: [['chat-people']] },
  });
  const { formik, bind, form } = useForm({
    schema: sandboxPersonSchema,
    initialValues: { first_name: '', username: '' },
    async onSubmit({ first_name, username }) {
      try {
        const { person } = await add.mutateAsync({ first_name, ...(username && { username }) });
        onCreated(person);
        onClose();
      } catch (error) {
        notify.error(messageOf(error, 'Не удалось добавить человека'));
      }
    },
  });
  return (
    <Modal opened onClose={onClose} title="Новый человек">
      <form {...form}>
        <Stack>
          <TextInput label="Имя" placeholder="Анна" data-autofocus {...bind('first_name')} />
          <TextInput
            label="Username"
            description="Без знака @. По логину администратора бот узнает администратора заведения"
            placeholder="anna_bar"
            spellCheck={false}
            {...bind('username')}
          />
          <Button type="submit" loading={formik.isSubmitting}>
            Добавить
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
