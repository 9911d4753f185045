import { MAX_FILE_BYTES } from '@ostatok/tenant-runtime/contract/imports.ts';
import type { SalesFileDetails } from '@ostatok/tenant-runtime/contract/sales.endpoints.ts';
import type { SalesLayout } from '@ostatok/tenant-runtime/contract/sales-layout.ts';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../client/api.ts';
import type { UnknownTable } from '../../files/columns.ts';

export interface Upload {
  /** Makes a repeated upload harmless. */
  key: string;
  file: File;
  sourceId?: number | undefined;
  layout?: SalesLayout | undefined;
  period?: { from: string; to: string } | undefined;
}

/** What has to be done with an uploaded file next. */
export type Step =
  | { kind: 'preview'; file: SalesFileDetails }
  | { kind: 'columns'; table: UnknownTable; upload: Upload }
  | { kind: 'period'; question: string; upload: Upload };

/** Checks what can be known before uploading; null when nothing is wrong. */
function objectionToFile(file: File): string | null {
  if (file.size > MAX_FILE_BYTES) return `Файл больше ${MAX_FILE_BYTES / 1024 / 1024} МБ`;
  return file.size === 0 ? 'Файл пустой' : null;
}

function formOf({ key, file, sourceId, layout, period }: Upload): FormData {
  const form = new FormData();
  form.append('key', key);
  if (sourceId !== undefined) form.append('source_id', String(sourceId));
  if (layout) form.append('layout', JSON.stringify(layout));
  if (period) {
    form.append('from', period.from);
    form.append('to', period.to);
  }
  form.append('file', file);
  return form;
}

export function useSalesUpload(onStep: (step: Step) => void) {
  return useMutation({
    async mutationFn(upload: Upload): Promise<Step> {
      const objection = objectionToFile(upload.file);
      if (objection) throw new Error(objection);
      const answer = await api.call('POST /api/sales/upload', { form: formOf(upload) });
      if (answer.unknown) return { kind: 'columns', table: answer.unknown, upload };
      if (answer.file) return { kind: 'preview', file: answer.file };
      return { kind: 'period', question: answer.no_days ?? '', upload };
    },
    onSuccess: onStep,
    meta: { invalidates: [['sales']] },
  });
}
