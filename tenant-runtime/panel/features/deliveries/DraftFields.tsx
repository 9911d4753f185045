import { TextInput } from '@mantine/core';
import { worthRetrying } from '@ostatok/kit/web/api-client.ts';
import type { DeliveryDetails } from '@ostatok/tenant-runtime/contract/deliveries.endpoints.ts';
import type { UpdateDelivery } from '@ostatok/tenant-runtime/contract/deliveries.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type Ref, useState } from 'react';
import { api, messageOf } from '../../client/api.ts';
import classes from './Deliveries.module.css';
import { showDelivery } from './deliveries.ts';
import { SupplierField } from './SupplierField.tsx';

const ATTEMPTS = 5;

function useUpdate(id: number, field: keyof UpdateDelivery) {
  const queries = useQueryClient();
  return useMutation({
    // one at a time: an earlier value that is sent again does not replace a later one
    scope: { id: `delivery ${id} ${field}` },
    mutationFn: async (body: UpdateDelivery) => {
      const answer = await api.call('PUT /api/deliveries/:id', { params: { id }, body });
      await showDelivery(queries, answer.delivery);
    },
    retry: (failures, error) => worthRetrying(error) && failures < ATTEMPTS,
    meta: { invalidates: [['deliveries']] },
  });
}

interface SavedFieldProps {
  id: number;
  field: 'number' | 'day';
  label: string;
  type?: 'date';
  value: string | null;
}

/** A field that is saved by Enter or when it is left; until then, and if it cannot be saved, the typed text stays. */
function SavedField({ id, field, label, type, value }: SavedFieldProps) {
  const [text, setText] = useState<string | null>(null);
  const update = useUpdate(id, field);

  function save(): void {
    if (text === null) return;
    const typed = text.trim() || null;
    const isSent = update.isPending && typed === update.variables[field];
    if (isSent) return;
    if (typed === value && !update.isPending && !update.error) setText(null);
    else {
      // what is typed meanwhile stays
      const onSuccess = (): void => setText((now) => (now?.trim() === text.trim() ? null : now));
      update.mutate({ [field]: typed }, { onSuccess });
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') save();
  }

  const error = update.error ?? update.failureReason;
  return (
    <TextInput
      label={label}
      {...(type && { type })}
      autoComplete="off"
      value={text ?? value ?? ''}
      error={error && messageOf(error)}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={save}
    />
  );
}

interface DraftFieldsProps {
  delivery: DeliveryDetails;
  supplierRef: Ref<HTMLSelectElement>;
}

/** What a draft says about itself: its supplier, number and day. */
export function DraftFields({ delivery: { id, supplier, said_supplier, number, day }, supplierRef }: DraftFieldsProps) {
  const update = useUpdate(id, 'supplier_id');
  const error = update.error ?? update.failureReason;
  return (
    <div className={classes.fields}>
      <SupplierField
        value={supplier?.id ?? null}
        said={said_supplier}
        error={error && messageOf(error)}
        fieldRef={supplierRef}
        onChange={(supplier_id) => update.mutate({ supplier_id })}
      />
      <SavedField id={id} field="number" label="Номер" value={number} />
      <SavedField id={id} field="day" label="Дата" type="date" value={day} />
    </div>
  );
}
