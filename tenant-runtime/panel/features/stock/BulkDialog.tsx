import { Button, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { objections } from '@ostatok/kit/web/use-schema-form.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { bulkItemsSchema } from '@ostatok/tenant-runtime/contract/items.ts';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../client/api.ts';
import { type BulkField, MOST_REQUESTS, sharedValue, undoOf } from '../../stock/bulk-edit.ts';
import { itemsAsObject, ofItems } from '../../ui/words.ts';
import { bulkFieldNames, bulkFields } from './bulk-fields.ts';
import { CategoryField } from './CategoryField.tsx';
import { useBulk } from './use-bulk.ts';

interface BulkDialogProps {
  items: readonly ShownItem[];
  field: BulkField;
  onField: (field: BulkField) => void;
  onClose: () => void;
}

function Now({ items, field }: Pick<BulkDialogProps, 'items' | 'field'>) {
  const shared = sharedValue(items, field);
  const lasting = undoOf(items, field).length > MOST_REQUESTS;
  return (
    <Text size="sm" c="dimmed">
      Сейчас: {shared.same ? bulkFields[field].show(shared.value) : `разное, значений: ${shared.values}`}
      {lasting && '. Вернуть прежние значения потом нельзя: их слишком много разных'}
    </Text>
  );
}

interface ValueFieldProps {
  field: BulkField;
  text: string;
  error: string | null;
  onText: (text: string) => void;
}

function ValueField({ field, text, error, onText }: ValueFieldProps) {
  const { label, hint, choices, numeric } = bulkFields[field];
  if (choices) {
    return (
      <NativeSelect
        size="md"
        label="Новое значение"
        description={hint}
        data={[{ value: '', label: 'Выберите', disabled: true }, ...choices]}
        value={text}
        error={error}
        onChange={(event) => onText(event.currentTarget.value)}
      />
    );
  }
  const common = { 'data-autofocus': true, label, description: hint, value: text, error };
  if (field === 'category') return <CategoryField {...common} onChange={onText} />;
  return (
    <TextInput
      {...common}
      inputMode={numeric ? 'decimal' : undefined}
      autoComplete="off"
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}

/** Changes one field of many items. */
export function BulkDialog({ items, field, onField, onClose }: BulkDialogProps) {
  const { choices } = bulkFields[field];
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const bulk = useBulk();
  const text = typed ?? '';
  const removes = typed !== null && text.trim() === '';

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const value = bulkFields[field].valueOf(text);
    const [objection] = Object.values(objections(bulkItemsSchema, { itemIds: [1], set: { [field]: value } }));
    if (objection) return setError(objection);
    setBusy(true);
    try {
      await bulk.edit(items, field, value);
      onClose();
    } catch (failure) {
      setError(messageOf(failure));
      setBusy(false);
    }
  }

  return (
    <Modal opened onClose={onClose} title={`Изменить ${itemsAsObject(items.length)}`}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <NativeSelect
            size="md"
            label="Что изменить"
            data={bulkFieldNames.map((value) => ({ value, label: bulkFields[value].label }))}
            value={field}
            onChange={(event) => {
              onField(event.currentTarget.value as BulkField);
              setTyped(null);
              setError(null);
            }}
          />
          <ValueField field={field} text={text} error={error} onText={setTyped} />
          <Now items={items} field={field} />
          {!choices && (
            <Button variant="default" disabled={removes} onClick={() => setTyped('')}>
              Убрать значение
            </Button>
          )}
          <Button type="submit" loading={busy} disabled={typed === null} color={removes ? 'red' : undefined}>
            {removes ? 'Убрать' : 'Изменить'} у {ofItems(items.length)}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
