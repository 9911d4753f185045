import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { newId } from '@ostatok/kit/web/new-id.ts';
import { type Unit, units } from '@ostatok/tenant-runtime/contract/items.ts';
import type { DishKind } from '@ostatok/tenant-runtime/contract/recipes.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { api, messageOf } from '../../client/api.ts';
import { Choice } from '../../ui/Choice.tsx';
import { showDish } from './recipes.ts';

const kinds = [
  { value: 'dish', label: 'Блюдо или напиток' },
  { value: 'semi', label: 'Заготовка' },
] as const;
const unitOptions = units.map((unit) => ({ value: unit, label: unit }));

/** Names a new dish and opens its recipe. */
export function NewDish({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [key] = useState(newId);
  const [name, setName] = useState('');
  const [kind, setKind] = useState<DishKind>('dish');
  const [unit, setUnit] = useState<Unit>('л');
  const add = useMutation({
    mutationFn: async () => {
      const body = { key, name: name.trim(), kind, ...(kind === 'semi' && { unit }) };
      return (await api.call('POST /api/dishes', { body })).dish;
    },
    async onSuccess(dish) {
      await showDish(queries, dish);
      onClose();
      void navigate(`/recipes/${dish.id}`);
    },
    meta: { invalidates: [['dishes']] },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (name.trim() !== '') add.mutate();
  }

  const error = add.error && ((add.error instanceof ApiError && add.error.errors.name) || messageOf(add.error));
  return (
    <Modal opened onClose={onClose} title="Новое блюдо">
      <Stack component="form" onSubmit={submit}>
        <TextInput
          data-autofocus
          label="Название"
          autoComplete="off"
          value={name}
          error={error}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Choice label="Что это" value={kind} options={kinds} onChange={setKind} />
        {kind === 'semi' && <Choice label="В чём считать" value={unit} options={unitOptions} onChange={setUnit} />}
        <Button type="submit" disabled={name.trim() === ''} loading={add.isPending}>
          Добавить и открыть рецепт
        </Button>
      </Stack>
    </Modal>
  );
}
