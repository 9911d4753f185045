import { Anchor, Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type ReplaceBot, replaceBotSchema } from '@ostatok/api/contract/provision.ts';
import type { ReplacedBot } from '@ostatok/api/contract/provisioning.endpoints.ts';
import type { Tenant } from '@ostatok/api/contract/tenants.endpoints.ts';
import { quoted } from '@ostatok/kit/web/format.ts';
import { useForm } from '@ostatok/kit/web/use-mantine-form.ts';
import { useMutation } from '@tanstack/react-query';
import { api, messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';

interface ReplaceBotProps {
  tenant: Tenant;
  name: string;
  onClose: () => void;
}

const saidOf = ({ username, another }: ReplacedBot): string =>
  another
    ? `Теперь с заведением работает @${username}. Пусть каждый откроет его и нажмёт «Запустить»`
    : `Токен заменён, @${username} снова на связи`;

/** Sets a new token of the same bot or another bot; the server checks it with Telegram before changing anything. */
export function ReplaceBotModal({ tenant, name, onClose }: ReplaceBotProps) {
  const replace = useMutation({
    mutationFn: (body: ReplaceBot) =>
      api.call('PUT /api/provision/tenant/:id/bot-token', { params: { id: tenant.tenant_id }, body }),
    meta: { invalidates: [['my-tenants']] },
  });
  const { formik, bind, form } = useForm({
    schema: replaceBotSchema,
    initialValues: { botToken: '' },
    async onSubmit(values) {
      try {
        const { bot } = await replace.mutateAsync(values);
        notify.success(saidOf(bot));
        onClose();
      } catch (error) {
        notify.error(messageOf(error, 'Не удалось заменить токен'));
        throw error;
      }
    },
  });
  return (
    <Modal opened onClose={onClose} title={`Бот заведения ${quoted(name)}`} closeOnClickOutside={false}>
      <form {...form}>
        <Stack>
          <Text>
            Новый токен выдаёт{' '}
            <Anchor href="https://t.me/BotFather" target="_blank" rel="noreferrer" underline="always">
              @BotFather
            </Anchor>
            : /token — для прежнего бота, /newbot — для другого.
          </Text>
          <TextInput
            label="Новый токен"
            placeholder="123456789:AA…"
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            {...bind('botToken')}
          />
          <Text c="dimmed">
            С тем же ботом чаты продолжатся как были. С другим — остатки, история и сотрудники останутся, но каждому
            нужно открыть нового бота и нажать «Запустить»; сообщения и кнопки в прежнем чате перестанут действовать.
          </Text>
          <Button type="submit" loading={formik.isSubmitting}>
            Заменить токен
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
