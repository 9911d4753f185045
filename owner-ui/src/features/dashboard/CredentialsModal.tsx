import { Button, Modal, Stack, Text } from '@mantine/core';
import type { Credentials } from '@ostatok/api/contract/provision.ts';
import { quoted } from '@ostatok/kit/web/format.ts';
import { CopyField } from '../../ui/CopyField.tsx';

interface CredentialsModalProps {
  name: string;
  credentials: Credentials;
  onClose: () => void;
}

export function CredentialsModal({ name, credentials, onClose }: CredentialsModalProps) {
  return (
    <Modal opened onClose={onClose} title="Новый пароль администратора" closeOnClickOutside={false}>
      <Stack>
        <Text>Для {quoted(name)}. Сохраните пароль: больше мы его не покажем.</Text>
        <CopyField label="Логин" value={credentials.username} />
        <CopyField label="Пароль" value={credentials.password} />
        <Text>
          Если Telegram администратора был подключён, он отключён: новая ссылка — в панели заведения, меню с именем →
          «Подключить Telegram».
        </Text>
        <Button onClick={onClose}>Готово</Button>
      </Stack>
    </Modal>
  );
}
