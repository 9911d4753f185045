import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { useState } from 'react';
import { messageOf } from '../../client/api.ts';
import { itemsAsObject } from '../../ui/words.ts';
import { useBulk } from './use-bulk.ts';

/** The dialog lists this many names, so that the user notices a wrong selection. */
const MOST_NAMES = 5;

export function BulkDelete({ items, onClose }: { items: readonly ShownItem[]; onClose: () => void }) {
  const bulk = useBulk();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const named = items.slice(0, MOST_NAMES).map(({ name }) => name);
  const more = items.length - named.length;

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await bulk.remove(items);
      onClose();
    } catch (failure) {
      setError(messageOf(failure));
      setBusy(false);
    }
  }

  return (
    <Modal opened onClose={onClose} title={`Удалить ${itemsAsObject(items.length)}?`}>
      <Stack gap="md">
        <Text>
          {named.join(', ')}
          {more > 0 && ` и ещё ${more.toLocaleString('ru-RU')}`}
        </Text>
        <Text fw={600}>Вернуть их потом нельзя. Журнал изменений сохранится.</Text>
        {error && (
          <Text c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        )}
        <Group>
          <Button color="red" loading={busy} onClick={() => void remove()}>
            Удалить {itemsAsObject(items.length)}
          </Button>
          <Button variant="default" data-autofocus onClick={onClose}>
            Оставить
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
