import type { Db } from '@ostatok/kit/node/db.ts';
import type { ImportKind, ImportLayout } from '../../contract/imports.ts';

/** The number of layouts to keep, enough for every supplier of a tenant. */
const KEPT = 200;

export interface LayoutToRemember {
  signature: string;
  columns: ImportLayout['columns'];
}

/** Returns the newest descriptions by users of files of this kind, by the signature of their header row. */
export async function selectLayouts(db: Db, kind: ImportKind): Promise<Map<string, ImportLayout['columns']>> {
  const rows = await db('import_layouts')
    .where({ kind })
    .orderBy('updated_at', 'desc')
    .limit(KEPT)
    .select('signature', 'columns');
  return new Map(rows.map(({ signature, columns }) => [signature, columns]));
}

export async function rememberLayout(
  db: Db,
  kind: ImportKind,
  { signature, columns }: LayoutToRemember,
): Promise<void> {
  await db('import_layouts')
    .insert({ kind, signature, columns: JSON.stringify(columns), updated_at: db.fn.now() })
    .onConflict(['kind', 'signature'])
    .merge();
}
