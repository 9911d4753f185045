import type {
  AliasImportAnswer,
  AliasImportPreview,
  AliasImportRecord,
} from '@ostatok/api/contract/alias-imports.endpoints.ts';
import type { AliasImportFilter } from '@ostatok/api/contract/alias-imports.ts';
import { type Db, type Knex, likeContaining, type RowOf } from '@ostatok/kit/node/db.ts';
import type { ListPage } from '@ostatok/kit/node/list-query.ts';
import type { GivenAlias } from '../catalogue/imports.service.ts';

export interface ImportRow {
  id: string;
  /** Null when the import is older than the list of imports, which did not keep file names. */
  file: string | null;
  status: 'reading' | AliasImportAnswer['status'];
  preview: AliasImportPreview | null;
  created_at: Date;
}

/** The result of an import in the catalogue. */
interface ImportEnd {
  actor_id: number;
  committed_at: Date;
  created: number;
  updated: number;
  unchanged: number;
  invalid: number;
  undone_at: Date;
  undone_by: number;
}

/** A row's number in the file and the alias read from it. */
export type StagedRow = [row: number, alias: GivenAlias];

export const insertImport = (db: Db, row: Omit<ImportRow, 'preview'>): Promise<unknown> =>
  db('alias_imports').insert(row);

export type ListedImport = RowOf<AliasImportRecord, 'at' | 'undone_at'>;
type ImportPage = ListPage;

const matching = (db: Db, { id, status, search, q }: AliasImportFilter): Knex.QueryBuilder =>
  db('alias_imports as i')
    .leftJoin('users as u', 'u.id', 'i.actor_id')
    .whereNotNull('i.committed_at')
    .modify((rows: Knex.QueryBuilder) => {
      if (id) rows.whereIn('i.id', id);
      if (status) rows.where('i.status', status);
      const words = search || q;
      if (!words) return;
      const like = likeContaining(words);
      rows.where((any) => any.whereILike('i.file', like).orWhereILike('u.email', like));
    });

/** Imports that were committed, undone or not. */
export async function listImports(
  db: Db,
  filter: AliasImportFilter,
  { sort, order, offset, limit }: ImportPage,
): Promise<{ rows: ListedImport[]; total: number }> {
  const [counted] = await matching(db, filter).count({ n: '*' });
  const rows = await matching(db, filter)
    .leftJoin('users as b', 'b.id', 'i.undone_by')
    .select('i.id', 'i.file', 'i.status', 'u.email as actor', 'i.committed_at as at', 'i.created', 'i.updated')
    .select('i.unchanged', 'i.invalid', 'i.undone_at', 'b.email as undone_by')
    .orderBy([
      { column: sort, order, nulls: 'last' },
      { column: 'id', order },
    ])
    .offset(offset)
    .limit(limit);
  return { rows, total: Number(counted.n) };
}

export const findImport = (db: Db, id: string): Promise<ImportRow | undefined> =>
  db('alias_imports').where({ id }).first();

export const lockImport = (trx: Knex.Transaction, id: string): Promise<ImportRow | undefined> =>
  trx('alias_imports').where({ id }).forUpdate().first();

export const updateImport = (
  db: Db,
  id: string,
  values: Partial<Pick<ImportRow, 'status' | 'preview'> & ImportEnd>,
): Promise<unknown> => db('alias_imports').where({ id }).update(values);

export const deleteImport = (db: Db, id: string): Promise<unknown> => db('alias_imports').where({ id }).delete();

export const deleteUncommitted = (db: Db, before: Date): Promise<number> =>
  db('alias_imports').whereNull('committed_at').where('created_at', '<', before).delete();

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

/** Deletes the file and its staged rows: the catalogue's revisions keep what was committed. */
export async function deleteContent(db: Db, import_id: string): Promise<void> {
  await deleteParts(db, import_id);
  await db('alias_import_files').where({ import_id }).delete();
}
