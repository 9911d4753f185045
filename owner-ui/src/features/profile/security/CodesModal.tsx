import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { saveFile } from '@ostatok/kit/web/save-file.ts';
import classes from './Security.module.css';

/** Shown once: nobody, not even the server, can show them again. */
export function CodesModal({ codes, onClose }: { codes: string[] | null; onClose: () => void }) {
  const { copy, copied } = useClipboard({ timeout: 2000 });
  const text = `Остаток: резервные коды входа\n\n${codes?.join('\n')}\n`;
  return (
    <Modal opened={codes !== null} onClose={onClose} closeOnClickOutside={false} title="Резервные коды">
      <Stack>
        <Text>
          Войдите таким кодом, если телефона нет под рукой. Каждый срабатывает один раз, и больше мы их не покажем.
        </Text>
        <ul className={classes.codes}>
          {codes?.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Group gap="sm">
          <Button variant="default" onClick={() => copy(text)}>
            {copied ? 'Скопировано' : 'Скопировать'}
          </Button>
          <Button
            variant="default"
            onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'ostatok-codes.txt')}
          >
            Сохранить файлом
          </Button>
          <Button variant="default" onClick={() => window.print()}>
            Напечатать
          </Button>
          <Button onClick={onClose}>Я сохранил коды</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
