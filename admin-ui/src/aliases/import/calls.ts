import type {
  AliasImportAnswer,
  AliasImportDone,
  AliasImportField,
  AliasImportUndone,
} from '@ostatok/api/contract/alias-imports.ts';
import { api } from '../../http-client.ts';
import { changed } from '../../live/invalidation.ts';

const PATH = '/api/admin/aliases/import';
/** The path of past imports. */
export const IMPORTS = '/admin/aliases/imports';

export function readFile(file: File): Promise<AliasImportAnswer> {
  const form = new FormData();
  form.set('file', file);
  return api.post<AliasImportAnswer>(PATH, form);
}

export const nameColumn = (
  importId: string,
  column: string,
  field: AliasImportField | null,
): Promise<AliasImportAnswer> => api.put<AliasImportAnswer>(`${PATH}/${importId}`, { columns: [{ column, field }] });

export async function commit(importId: string): Promise<AliasImportDone> {
  const done = await api.post<AliasImportDone>(`${PATH}/${importId}/commit`);
  changed('aliases');
  return done;
}

export async function undo(importId: string): Promise<AliasImportUndone> {
  const undone = await api.post<AliasImportUndone>(`${PATH}/${importId}/undo`);
  changed('aliases');
  return undone;
}
