import type {
  AliasImportAnswer,
  AliasImportPreview,
  AliasImportRecord,
} from '@ostatok/api/contract/alias-imports.endpoints.ts';
import type { AliasImportFilter } from '@ostatok/api/contract/alias-imports.ts';
import { inBatches } from '@ostatok/kit/node/batches.ts';
import { type Db, type Knex, likeContaining, type RowOf } from '@ostatok/kit/node/db.ts';
import type { ListPage } from '@ostatok/kit/node/list-query.ts';

export interface ImportRow {
  id: string;
  /** Null when the import is older than the list of imports, which did not keep file names. */
  file: string | null;
  source: string | null;
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
      rows.where((any) => any.whereILike('i.file', like).orWhereILike('i.source', like).orWhereILike('u.email', like));
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
    .select(
      'i.id',
      'i.file',
      'i.source',
      'i.status',
      'u.email as actor',
      'i.committed_at as at',
      'i.created',
      'i.updated',
    )
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
  values: Partial<Pick<ImportRow, 'status' | 'preview' | 'source'> & ImportEnd>,
): Promise<unknown> => db('alias_imports').where({ id }).update(values);

/** The imports of a source that were written before, also those taken back: the taking back was theirs too. */
export async function earlierImports(db: Db, { id, source }: ImportRow): Promise<string[]> {
  if (source === null) return [];
  const rows = await db('alias_imports')
    .whereRaw('lower(source) = lower(?)', [source])
    .whereNotNull('committed_at')
    .whereNot({ id })
    .pluck('id');
  return rows;
}

export const deleteImport = (db: Db, id: string): Promise<unknown> => db('alias_imports').where({ id }).delete();

export const deleteUncommitted = (db: Db, before: Date): Promise<number> =>
  db('alias_imports').whereNull('committed_at').where('created_at', '<', before).delete();

export const insertFilePart = (db: Db, import_id: string, part: number, bytes: Buffer): Promise<unknown> =>
  db('alias_import_files').insert({ import_id, part, bytes });

export async function findFilePart(db: Db, import_id: string, part: number): Promise<Buffer | undefined> {
  const row = await db('alias_import_files').where({ import_id, part }).first('bytes');
  return row?.bytes;
}

/** What is kept of a file as compressed texts: the rows that were read, and the list of those that were refused. */
export type ContentKind = 'rows' | 'rejects';

export const insertContentPart = (
  db: Db,
  import_id: string,
  kind: ContentKind,
  part: number,
  bytes: Buffer,
): Promise<unknown> => db('alias_import_content').insert({ import_id, kind, part, bytes });

/** Yields the parts of one state, whatever is written meanwhile. */
export async function* contentParts(
  trx: Knex.Transaction,
  import_id: string,
  kind: ContentKind,
): AsyncGenerator<Buffer> {
  const parts = trx('alias_import_content').where({ import_id, kind }).orderBy('part').select('bytes');
  for await (const [part] of inBatches<{ bytes: Buffer }>(trx, parts, 1)) if (part) yield part.bytes;
}

export const deleteContent = (db: Db, import_id: string): Promise<unknown> =>
  db('alias_import_content').where({ import_id }).delete();

/** Deletes the file and its rows: the catalogue's revisions keep what was committed. The rejects stay for their day. */
export async function deleteFile(db: Db, import_id: string): Promise<void> {
  await db('alias_import_content').where({ import_id, kind: 'rows' }).delete();
  await db('alias_import_files').where({ import_id }).delete();
}

export const deleteRejects = (db: Db, before: Date): Promise<number> =>
  db('alias_import_content')
    .whereIn('import_id', db('alias_imports').where('created_at', '<', before).select('id'))
    .delete();
