import { MAX_FILE_BYTES } from '@ostatok/tenant-runtime/contract/imports.ts';
import type { RecipeLayout } from '@ostatok/tenant-runtime/contract/recipe-layout.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../client/api.ts';
import type { UnknownTable } from './columns.ts';
import { showFile } from './recipes.ts';

export interface Upload {
  /** Makes a repeated upload harmless. */
  key: string;
  file: File;
  layout?: RecipeLayout | undefined;
}

/** Checks what can be known before uploading; null when nothing is wrong. */
function objectionTo(file: File): string | null {
  if (file.size > MAX_FILE_BYTES) return `Файл больше ${MAX_FILE_BYTES / 1024 / 1024} МБ`;
  return file.size === 0 ? 'Файл пустой' : null;
}

function formOf({ key, file, layout }: Upload): FormData {
  const form = new FormData();
  form.append('key', key);
  if (layout) form.append('layout', JSON.stringify(layout));
  form.append('file', file);
  return form;
}

interface UploadOptions {
  onRead: (id: number) => void;
  /** The file is a table whose columns have to be chosen. */
  onUnknown: (table: UnknownTable, upload: Upload) => void;
}

/** Reads a file of recipes; nothing is changed by it. */
export function useRecipeUpload({ onRead, onUnknown }: UploadOptions) {
  const queries = useQueryClient();
  return useMutation({
    async mutationFn(upload: Upload) {
      const objection = objectionTo(upload.file);
      if (objection) throw new Error(objection);
      return api.call('POST /api/recipe-files', { form: formOf(upload) });
    },
    async onSuccess({ file, unknown }, upload) {
      if (unknown) onUnknown(unknown, upload);
      if (!file) return;
      await showFile(queries, file);
      onRead(file.id);
    },
  });
}
