import { Button, Modal, Stack, TextInput } from '@mantine/core';
import type { CountDetails } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import { updateCountSchema } from '@ostatok/tenant-runtime/contract/counts.ts';
import { type FormEvent, useState } from 'react';
import { objections } from '../../forms/form.ts';
import { toFieldNumber, toFieldText } from '../../forms/quantity-input.ts';
import { AreasField, type DraftArea } from './AreasField.tsx';
import type { CountActions } from './use-count-actions.ts';

/** Edits the areas of an open count, because users may join and leave during it. */
export function AreasDialog({
  count,
  actions,
  onClose,
}: {
  count: CountDetails;
  actions: CountActions;
  onClose: () => void;
}) {
  const [title, setTitle] = useState(count.title);
  const [threshold, setThreshold] = useState(toFieldText(count.recountThreshold));
  const [areas, setAreas] = useState<DraftArea[]>(
    count.areas.map(({ id, name, user }) => ({ key: String(id), id, name, userId: user?.id ?? null })),
  );
  const [errors, setErrors] = useState<Record<string, string>>({});

  function submit(event: FormEvent): void {
    event.preventDefault();
    const payload = {
      title,
      recountThreshold: toFieldNumber(threshold),
      areas: areas
        .filter(({ name }) => name.trim() !== '')
        .map(({ id, name, userId }) => ({ ...(id === undefined ? {} : { id }), name, userId })),
    };
    const found = objections(updateCountSchema, payload);
    setErrors(found);
    if (Object.keys(found).length === 0) actions.update.mutate(payload, { onSuccess: onClose });
  }

  return (
    <Modal opened onClose={onClose} title="Зоны и порог">
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label="Название"
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
            error={errors.title}
          />
          <AreasField areas={areas} onChange={setAreas} />
          <TextInput
            label="Порог пересчёта"
            inputMode="decimal"
            autoComplete="off"
            value={threshold}
            onChange={(event) => setThreshold(event.currentTarget.value)}
            error={errors.recountThreshold}
          />
          <Button type="submit" loading={actions.update.isPending}>
            Сохранить
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
