import type { AliasImportAnswer, AliasImportPreview } from '@ostatok/api/contract/alias-imports.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { GivenAlias } from '../catalogue/imports.service.ts';

export interface ImportRow {
  id: string;
  file: string;
  status: 'reading' | AliasImportAnswer['status'];
  preview: AliasImportPreview | null;
  created_at: Date;
}

/** A row of the file, and what it says. */
export type StagedRow = [row: number, alias: GivenAlias];

export const insertImport = (db: Db, row: Omit<ImportRow, 'preview'>): Promise<unknown> =>
  db('alias_imports').insert(row);

export const findImport = (db: Db, id: string): Promise<ImportRow | undefined> =>
  db('alias_imports').where({ id }).first();

export const lockImport = (trx: Knex.Transaction, id: string): Promise<ImportRow | undefined> =>
  trx('alias_imports').where({ id }).forUpdate().first();

export const updateImport = (
  db: Db,
  id: string,
  values: Partial<Pick<ImportRow, 'status' | 'preview'>>,
): Promise<unknown> => db('alias_imports').where({ id }).update(values);

export const deleteImport = (db: Db, id: string): Promise<unknown> => db('alias_imports').where({ id }).delete();

export const deleteOldImports = (db: Db, before: Date): Promise<number> =>
  db('alias_imports').where('created_at', '<', before).delete();

export const insertFilePart = (db: Db, import_id: string, part: number, bytes: Buffer): Promise<unknown> =>
  db('alias_import_files').insert({ import_id, part, bytes });

export async function findFilePart(db: Db, import_id: string, part: number): Promise<Buffer | undefined> {
  const row = await db('alias_import_files').where({ import_id, part }).first('bytes');
  return row?.bytes;
}

export const insertPart = (db: Db, import_id: string, part: number, rows: StagedRow[]): Promise<unknown> =>
  db('alias_import_parts').insert({ import_id, part, rows: JSON.stringify(rows) });

export async function findPart(db: Db, import_id: string, part: number): Promise<StagedRow[] | undefined> {
  const row = await db('alias_import_parts').where({ import_id, part }).first('rows');
  return row?.rows;
}

export const deleteParts = (db: Db, import_id: string): Promise<unknown> =>
  db('alias_import_parts').where({ import_id }).delete();

/** What was committed is told by the catalogue's revisions; the file is needed no more. */
export async function deleteContent(db: Db, import_id: string): Promise<void> {
  await deleteParts(db, import_id);
  await db('alias_import_files').where({ import_id }).delete();
}
