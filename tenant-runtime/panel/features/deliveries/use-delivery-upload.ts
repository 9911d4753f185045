import type { DeliveryLayout } from '@ostatok/tenant-runtime/contract/delivery-layout.ts';
import { MAX_FILE_BYTES } from '@ostatok/tenant-runtime/contract/imports.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../client/api.ts';
import type { UnknownTable } from '../../files/columns.ts';
import { showDelivery } from './deliveries.ts';
import { sureDecisions } from './delivery-lines.ts';

export interface Upload {
  /** Makes a repeated upload harmless. */
  key: string;
  file: File;
  supplierId?: number | undefined;
  layout?: DeliveryLayout | undefined;
}

/** Checks what can be known before uploading; null when nothing is wrong. */
function objectionTo(file: File): string | null {
  if (file.size > MAX_FILE_BYTES) return `Файл больше ${MAX_FILE_BYTES / 1024 / 1024} МБ`;
  return file.size === 0 ? 'Файл пустой' : null;
}

function formOf({ key, file, supplierId, layout }: Upload): FormData {
  const form = new FormData();
  form.append('key', key);
  if (supplierId !== undefined) form.append('supplier_id', String(supplierId));
  if (layout) form.append('layout', JSON.stringify(layout));
  form.append('file', file);
  return form;
}

interface UploadOptions {
  onDraft: (id: number) => void;
  /** The file is a table whose columns have to be chosen. */
  onUnknown: (table: UnknownTable, upload: Upload) => void;
}

/** Makes a draft of a file and takes the items about which there is no doubt. */
export function useDeliveryUpload({ onDraft, onUnknown }: UploadOptions) {
  const queries = useQueryClient();
  return useMutation({
    async mutationFn(upload: Upload) {
      const objection = objectionTo(upload.file);
      if (objection) throw new Error(objection);
      const { delivery, unknown } = await api.call('POST /api/deliveries/upload', { form: formOf(upload) });
      const lines = delivery?.status === 'draft' ? sureDecisions(delivery.rows) : [];
      if (!delivery || lines.length === 0) return { delivery, unknown };
      // the draft stands whether this succeeds or not, and its page offers the same again
      const decided = await api
        .call('PUT /api/deliveries/:id/lines', { params: { id: delivery.id }, body: { lines } })
        .catch(() => ({ delivery }));
      return { delivery: decided.delivery, unknown };
    },
    async onSuccess({ delivery, unknown }, upload) {
      if (unknown) onUnknown(unknown, upload);
      if (!delivery) return;
      await showDelivery(queries, delivery);
      onDraft(delivery.id);
    },
    meta: { invalidates: [['deliveries']] },
  });
}
