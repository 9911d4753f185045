import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type SandboxBot, sandboxBotSchema } from '@ostatok/api/contract/sandbox.ts';
import { quoted } from '@ostatok/kit/web/format.ts';
import { useForm } from '@ostatok/kit/web/use-mantine-form.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, sandboxApi } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { CopyField } from '../../ui/CopyField.tsx';

interface NewBotModalProps {
  onClose: () => void;
  onCreated: (bot: SandboxBot) => void;
}

function Token({ bot, onClose }: { bot: SandboxBot; onClose: () => void }) {
  return (
    <Stack>
      <Text>
        Бот {quoted(bot.name)} готов. Скопируйте токен и вставьте его в мастере создания заведения: больше мы его не
        покажем.
      </Text>
      <CopyField label="Токен" value={bot.token ?? ''} />
      <Button onClick={onClose}>Готово</Button>
    </Stack>
  );
}

export function NewBotModal({ onClose, onCreated }: NewBotModalProps) {
  const add = useMutation({
    mutationFn: (bot: { name: string; username?: string }) => sandboxApi.post<{ bot: SandboxBot }>('/bots', bot),
    meta: { invalidates: [['chat-bots']] },
  });
  const [made, setMade] = useState<SandboxBot | null>(null);
  const { formik, bind, form } = useForm({
    schema: sandboxBotSchema,
    initialValues: { name: '', username: '' },
    async onSubmit({ name, username }) {
      try {
        const { bot } = await add.mutateAsync({ name, ...(username && { username }) });
        onCreated(bot);
        setMade(bot);
      } catch (error) {
        notify.error(messageOf(error, 'Не удалось создать бота'));
      }
    },
  });
  return (
    <Modal opened onClose={onClose} title="Новый бот">
      {made ? (
        <Token bot={made} onClose={onClose} />
      ) : (
        <form {...form}>
          <Stack>
            <TextInput label="Имя" placeholder="Бар на Чистых" data-autofocus {...bind('name')} />
            <TextInput
              label="Username"
              description="Необязательно. Латинские буквы, в конце — bot"
              placeholder="chistye_bar_bot"
              spellCheck={false}
              {...bind('username')}
            />
            <Button type="submit" loading={formik.isSubmitting}>
              Создать бота
            </Button>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
