import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Check, Copy } from 'lucide-react';

export interface ShownPassword {
  username: string;
  password: string;
}

/** The password is shown once and stored nowhere, so the dialog closes only by its button. */
export function NewPassword({ username, password, onClose }: ShownPassword & { onClose: () => void }) {
  const clipboard = useClipboard({ timeout: 4000 });
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Пароль для ${username}`}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Text>Передайте пароль сотруднику. Больше он нигде не показывается.</Text>
        <TextInput
          label="Новый пароль"
          value={password}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '1.125rem' } }}
        />
        <Button
          data-autofocus
          leftSection={clipboard.copied ? <Check size={20} aria-hidden /> : <Copy size={20} aria-hidden />}
          onClick={() => clipboard.copy(password)}
        >
          {clipboard.copied ? 'Скопировано' : 'Скопировать'}
        </Button>
        {clipboard.error && (
          <Text size="sm" c="var(--mantine-color-error)">
            Браузер не дал скопировать. Выделите пароль и скопируйте сами
          </Text>
        )}
        <Button variant="default" onClick={onClose}>
          Готово
        </Button>
      </Stack>
    </Modal>
  );
}
