import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { Tenant } from '@ostatok/api/contract/tenants.endpoints.ts';
import { quoted } from '@ostatok/kit/web/format.ts';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { useTenantAction } from './queries.ts';

interface Answer {
  credentials: { login: string; password: string };
}

function NewPassword({ name, credentials, onClose }: { name: string; onClose: () => void } & Answer) {
  return (
    <Stack>
      <Text>Для {quoted(name)}. Сохраните пароль: больше мы его не покажем.</Text>
      <CopyField label="Логин" value={credentials.login} />
      <CopyField label="Пароль" value={credentials.password} />
      <Text>
        Если у администратора был подключён Telegram или MAX, он отключён: новая ссылка — в панели заведения, меню с
        именем → «Подключить».
      </Text>
      <Button data-autofocus onClick={onClose}>
        Готово
      </Button>
    </Stack>
  );
}

interface QuestionProps {
  name: string;
  pending: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

function Question({ name, pending, onConfirm, onCancel }: QuestionProps) {
  return (
    <Stack>
      <Text>
        Прежний пароль администратора {quoted(name)} перестанет подходить, и его входы в панель завершатся. Новый
        покажем один раз.
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" data-autofocus disabled={pending} onClick={onCancel}>
          Отмена
        </Button>
        <Button color="red" loading={pending} onClick={onConfirm}>
          Сбросить
        </Button>
      </Group>
    </Stack>
  );
}

/** Asks for confirmation, because the reset signs out at once whoever uses the old password. */
export function ResetPassword({ tenant, name }: { tenant: Tenant; name: string }) {
  const [opened, setOpened] = useState(false);
  const reset = useTenantAction({
    call: () => api.call('POST /api/provision/tenant/:id/reset-password', { params: { id: tenant.tenant_id } }),
    done: null,
    failed: 'Ошибка сброса пароля',
  });
  // the answer has the new password, which is shown once
  function close() {
    if (!reset.isPending) setOpened(false);
  }
  return (
    <>
      <Button
        size="sm"
        variant="subtle"
        color="gray"
        leftSection={<KeyRound size={18} aria-hidden />}
        disabled={tenant.status !== 'active'}
        onClick={() => setOpened(true)}
      >
        Сбросить пароль
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        onExitTransitionEnd={reset.reset}
        title={reset.data ? 'Новый пароль администратора' : 'Сбросить пароль?'}
        closeOnClickOutside={!reset.data}
      >
        {reset.data ? (
          <NewPassword name={name} credentials={reset.data.credentials} onClose={close} />
        ) : (
          <Question name={name} pending={reset.isPending} onConfirm={() => reset.mutate()} onCancel={close} />
        )}
      </Modal>
    </>
  );
}
