import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, type Ref, useState } from 'react';
import { api, messageOf } from '../../client/api.ts';
import { useSuppliers } from '../../suppliers/suppliers.ts';

const NEW = 'new';

interface SupplierFieldProps {
  value: number | null;
  /** The name that the file gives the supplier, who is added by posting unless another one is chosen. */
  said: string | null;
  onChange: (id: number | null) => void;
  error?: string | null;
  fieldRef?: Ref<HTMLSelectElement>;
}

/** A supplier of the list, the one of the file, or a new one. */
export function SupplierField({ value, said, onChange, error, fieldRef }: SupplierFieldProps) {
  const { data: suppliers = [] } = useSuppliers();
  const [name, setName] = useState<string | null>(null);
  const add = useMutation({
    mutationFn: async (added: string) =>
      (await api.call('POST /api/suppliers', { body: { name: added, layout: null } })).supplier,
    onSuccess: ({ id }) => {
      setName(null);
      onChange(id);
    },
    meta: { invalidates: [['suppliers']] },
  });
  const data = [
    { value: '', label: said === null ? 'Выберите поставщика' : `${said} — из файла` },
    ...suppliers.map((supplier) => ({ value: String(supplier.id), label: supplier.name })),
    { value: NEW, label: 'Новый поставщик…' },
  ];

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && name?.trim()) add.mutate(name.trim());
    else if (event.key === 'Escape') setName(null);
    else return;
    event.preventDefault();
  }

  if (name !== null) {
    return (
      <Group align="end" gap="xs" wrap="nowrap">
        <TextInput
          autoFocus
          flex={1}
          label="Новый поставщик"
          value={name}
          error={add.error && messageOf(add.error)}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <Button disabled={!name.trim()} loading={add.isPending} onClick={() => add.mutate(name.trim())}>
          Добавить
        </Button>
      </Group>
    );
  }
  return (
    <NativeSelect
      ref={fieldRef}
      size="md"
      label="Поставщик"
      value={value === null ? '' : String(value)}
      data={data}
      error={error}
      onChange={({ currentTarget: { value: chosen } }) => {
        if (chosen === NEW) setName('');
        else onChange(chosen === '' ? null : Number(chosen));
      }}
    />
  );
}
