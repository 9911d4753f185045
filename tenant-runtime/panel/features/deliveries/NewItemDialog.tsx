import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { newId } from '@ostatok/kit/web/new-id.ts';
import type { DeliveryLine } from '@ostatok/tenant-runtime/contract/deliveries.endpoints.ts';
import { type Unit, units } from '@ostatok/tenant-runtime/contract/items.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, messageOf } from '../../client/api.ts';
import { Choice } from '../../ui/Choice.tsx';
import { useWorkspace } from '../../workspace/workspace.ts';

const options = units.map((unit) => ({ value: unit, label: unit }));

interface NewItemDialogProps {
  line: DeliveryLine;
  onAdded: (itemId: number) => void;
  onClose: () => void;
}

/** Adds the item that a line brings for the first time; what else is known of it can be written into its card later. */
export function NewItemDialog({ line, onAdded, onClose }: NewItemDialogProps) {
  const { store } = useWorkspace();
  const [key] = useState(newId);
  const [name, setName] = useState(line.name ?? '');
  const [unit, setUnit] = useState<Unit>('шт');
  const add = useMutation({
    mutationFn: async () => {
      const body = { key, name: name.trim(), unit, volume_ml: line.volume_ml };
      return (await api.call('POST /api/items', { body })).item;
    },
    onSuccess(item) {
      store.apply([item]);
      onAdded(item.id);
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (name.trim() !== '') add.mutate();
  }

  const error = add.error && ((add.error instanceof ApiError && add.error.errors.name) || messageOf(add.error));
  return (
    <Modal opened onClose={onClose} title="Новая позиция">
      <Stack component="form" onSubmit={submit}>
        <TextInput
          data-autofocus
          label="Название"
          autoComplete="off"
          value={name}
          error={error}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Choice label="В чём считать" value={unit} options={options} onChange={setUnit} />
        <Button type="submit" disabled={name.trim() === ''} loading={add.isPending}>
          Добавить и выбрать
        </Button>
      </Stack>
    </Modal>
  );
}
