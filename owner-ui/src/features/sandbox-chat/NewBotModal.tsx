import { Button, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { type SandboxBot, sandboxBotSchema, sandboxChannels } from '@ostatok/api/contract/sandbox.ts';
import { quoted } from '@ostatok/kit/web/format.ts';
import { useForm } from '@ostatok/kit/web/use-mantine-form.ts';
import { messengerNames } from '@ostatok/tenant-runtime/contract/messengers.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, sandboxApi } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { usePublicConfig } from '../../lib/public-config.ts';
import { CopyField } from '../../ui/CopyField.tsx';

interface NewBotModalProps {
  /** Whether a bot of MAX is what was asked for. */
  ofMax: boolean;
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

/** The messengers that the built-in chat stands in for here. */
function useChannels(): SandboxBot['channel'][] {
  const sandbox = usePublicConfig()?.sandbox;
  const isHere = { telegram: sandbox?.chat, max: sandbox?.max };
  return sandboxChannels.filter((channel) => isHere[channel]);
}

export function NewBotModal({ ofMax, onClose, onCreated }: NewBotModalProps) {
  const channels = useChannels();
  const add = useMutation({
    mutationFn: (bot: Pick<SandboxBot, 'name' | 'channel'> & { username?: string }) =>
      sandboxApi.post<{ bot: SandboxBot }>('/bots', bot),
    meta: { invalidates: [['chat-bots']] },
  });
  const [made, setMade] = useState<SandboxBot | null>(null);
  const { formik, bind, form } = useForm({
    schema: sandboxBotSchema,
    initialValues: { name: '', username: '', channel: (ofMax ? 'max' : channels[0]) ?? 'telegram' },
    async onSubmit({ name, username, channel = 'telegram' }) {
      try {
        const { bot } = await add.mutateAsync({ name, channel, ...(username && { username }) });
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
            {channels.length > 1 && (
              <SegmentedControl
                fullWidth
                size="md"
                aria-label="Мессенджер"
                data={channels.map((value) => ({ value, label: messengerNames[value] }))}
                value={formik.values.channel ?? 'telegram'}
                onChange={(value) => formik.setFieldValue('channel', value)}
              />
            )}
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
