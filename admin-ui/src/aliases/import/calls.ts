import type { AliasImportAnswer } from '@ostatok/api/contract/alias-imports.endpoints.ts';
import type { AliasImportField } from '@ostatok/api/contract/alias-imports.ts';
import { saveFile } from '@ostatok/kit/web/save-file.ts';
import { api, patientApi } from '../../http-client.ts';
import { changed } from '../../live/invalidation.ts';

/** The path of past imports. */
export const IMPORTS = '/admin/aliases/imports';

export function readFile(file: File) {
  const form = new FormData();
  form.set('file', file);
  return api.call('POST /api/admin/aliases/import', { form });
}

export const readStarterList = () => api.call('POST /api/admin/aliases/import/starter');

export const nameColumn = (importId: string, column: string, field: AliasImportField | null) =>
  api.call('PUT /api/admin/aliases/import/:importId', { params: { importId }, body: { columns: [{ column, field }] } });

/** Reads it anew as the list of a source; null for nobody's. */
export const nameSource = (importId: string, source: string | null) =>
  api.call('PUT /api/admin/aliases/import/:importId', { params: { importId }, body: { source } });

/** Saves all rows that are not loaded, with the reasons. */
export async function saveRejects({ importId, file }: AliasImportAnswer): Promise<void> {
  const rejects = await patientApi.blob(`/api/admin/aliases/import/${importId}/rejects.csv`);
  saveFile(rejects, `${file} — не загрузятся.csv`);
}

export async function commit(importId: string) {
  const done = await api.call('POST /api/admin/aliases/import/:importId/commit', { params: { importId } });
  changed('aliases');
  return done;
}

export async function undo(importId: string) {
  const undone = await api.call('POST /api/admin/aliases/import/:importId/undo', { params: { importId } });
  changed('aliases');
  return undone;
}
