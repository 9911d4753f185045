import { Button, Code, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { CopyButton } from '../../ui/CopyButton.tsx';
import classes from './Feeds.module.css';

/** The address with its secret is shown here once. */
export function UploadAddress({ path, onClose }: { path: string; onClose: () => void }) {
  const url = new URL(path, window.location.origin).href;
  return (
    <Modal opened onClose={onClose} title="Адрес для отчётов" size="lg">
      <Stack>
        <Text>
          Сохраните адрес: больше он не покажется. Кто его знает, может присылать сюда продажи, а прочесть здесь ничего
          не может
        </Text>
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            flex={1}
            label="Адрес"
            value={url}
            readOnly
            data-autofocus
            onFocus={(event) => event.currentTarget.select()}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          />
          <CopyButton value={url} label="Скопировать адрес" />
        </Group>
        <Text size="sm" c="dimmed">
          Отчёт присылают телом запроса или в поле file. Если в нём нет дней, день говорит сам отправитель:
        </Text>
        <Code block className={classes.code}>{`curl --data-binary @report.xlsx '${url}?day=2026-11-27'`}</Code>
        <Button onClick={onClose}>Готово</Button>
      </Stack>
    </Modal>
  );
}
