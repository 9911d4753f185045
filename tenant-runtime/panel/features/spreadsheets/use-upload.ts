import type { ImportAnswer } from '@ostatok/tenant-runtime/contract/imports.endpoints.ts';
import {
  type ImportKind,
  type ImportLayout,
  MAX_FILE_BYTES,
  type PriceReading,
} from '@ostatok/tenant-runtime/contract/imports.ts';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../client/api.ts';

interface Upload {
  file: File;
  kind: ImportKind;
  /** The user's corrections of the columns. */
  layout?: ImportLayout;
  /** The user's choice of what the prices are for. */
  prices?: PriceReading;
}

/** An uploaded file with its preview; the file is kept, to be read again when its columns are corrected. */
export type Uploaded = Upload & ImportAnswer;

/** Checks what can be known before uploading; null when nothing is wrong. */
function objectionTo(file: File): string | null {
  if (!/\.xlsx?$/i.test(file.name))
    return 'Нужен файл Excel: .xlsx или .xls. Накладные, продажи и рецепты загружают на их страницах';
  if (file.size > MAX_FILE_BYTES) return `Файл больше ${MAX_FILE_BYTES / 1024 / 1024} МБ. Разделите его на части`;
  return file.size === 0 ? 'Файл пустой' : null;
}

export function useUpload(onUploaded: (uploaded: Uploaded) => void) {
  return useMutation({
    async mutationFn({ file, kind, layout, prices }: Upload): Promise<Uploaded> {
      const objection = objectionTo(file);
      if (objection) throw new Error(objection);
      const form = new FormData();
      form.append('kind', kind);
      form.append('ask', '1');
      if (layout) form.append('layout', JSON.stringify(layout));
      if (prices) form.append('prices', prices);
      form.append('file', file);
      const { importId, preview } = await api.call('POST /api/import', { form });
      return { file, kind, ...(layout && { layout }), importId, preview };
    },
    onSuccess: onUploaded,
  });
}
