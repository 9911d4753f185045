import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { saveFile } from '@ostatok/kit/web/save-file.ts';
import { printPage } from '../../../lib/print-page.ts';
import { useSession } from '../../../lib/session.ts';
import classes from './Security.module.css';

const TITLE = 'Остаток: резервные коды входа';

/** The codes are shown once; not even the server can show them again. */
export function CodesModal({ codes, onClose }: { codes: string[] | null; onClose: () => void }) {
  const { copy, copied } = useClipboard({ timeout: 2000 });
  const email = useSession()?.user.email ?? '';
  const lines = [email, '', ...(codes ?? []), '', 'Каждый код срабатывает один раз.'];
  const text = [TITLE, ...lines, ''].join('\n');
  return (
    <Modal
      opened={codes !== null}
      onClose={onClose}
      // It closes only by the button, with which the owner confirms that the codes are saved.
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title="Резервные коды"
    >
      <Stack>
        <Text>
          Войдите таким кодом, если телефона нет под рукой. Каждый срабатывает один раз, и больше мы их не покажем.
        </Text>
        <ul className={classes.codes}>
          {codes?.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Group gap="xs" grow preventGrowOverflow={false}>
          <Button variant="default" size="sm" px="xs" data-autofocus onClick={() => copy(text)}>
            {copied ? 'Скопировано' : 'Скопировать'}
          </Button>
          <Button
            variant="default"
            size="sm"
            px="xs"
            onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'ostatok-codes.txt')}
          >
            Сохранить
          </Button>
          <Button variant="default" size="sm" px="xs" onClick={() => printPage(TITLE, lines)}>
            Напечатать
          </Button>
        </Group>
        <Button onClick={onClose}>Я сохранил коды</Button>
      </Stack>
    </Modal>
  );
}
