import type { Db } from '@ostatok/kit/node/db.ts';
import type { SimilarReason } from '../../contract/imports.endpoints.ts';
import type { ImportKind } from '../../contract/imports.ts';
import { groupOf } from '../items/item-groups.ts';
import type { StagedRow } from './row-fields.ts';
import { type GivenColumn, givenColumns, type StagingTable, stageBatch } from './staging-sql.ts';
import type { TaughtNames } from './taught-names.ts';

/**
 * Configures the spreadsheet process's only connection: the planner expects a handful of rows in a batch and would
 * compare each with each.
 */
export async function suitBatches(db: Db): Promise<void> {
  await db.raw('set enable_nestloop = off');
  await db.raw('set jit = off');
  // Nothing is promised before the whole file is read, and a promise made then is written after this in the same log.
  await db.raw('set synchronous_commit = off');
}

/** Formats a PostgreSQL array; the driver's own formatting takes three times as long. */
function arrayLiteral(values: (string | number | boolean | undefined)[]): string {
  const written = values.map((value) => {
    if (typeof value !== 'string') return value ?? 'NULL';
    return `"${value.includes('"') || value.includes('\\') ? value.replace(/["\\]/g, '\\$&') : value}"`;
  });
  return `{${written.join(',')}}`;
}

type GivenRow = Partial<Record<GivenColumn, string | number | boolean>>;

const givenRow = ({ cost, ...row }: StagedRow): GivenRow => ({
  ...row,
  roubles: cost,
  likely_group: groupOf(row.category ?? '', row.name),
});

async function stage(
  db: Db,
  { importId, kind, into }: { importId: string; kind: ImportKind; into: StagingTable },
  batch: GivenRow[],
): Promise<void> {
  const column = (name: GivenColumn): string => arrayLiteral(batch.map((row) => row[name]));
  const present = (name: GivenColumn): string =>
    arrayLiteral(batch.map((row) => row[name]).filter((value) => value !== undefined));
  await db.raw(stageBatch(kind, into), [
    present('ean'),
    present('article'),
    present('ean'),
    present('search_name'),
    present('called_id'),
    ...givenColumns[into].map(([name]) => column(name)),
    importId,
  ]);
}

interface Staging {
  importId: string;
  kind: ImportKind;
}

/** Stages rows beside the items that they are found to be, also by taught names. */
export const stageRows = (db: Db, staging: Staging, rows: StagedRow[], taught: TaughtNames): Promise<void> => {
  const batch = rows.map((row) => {
    const called = taught(row.name);
    return { ...givenRow(row), ...(called === 'several' ? { is_called_by_several: true } : { called_id: called }) };
  });
  return stage(db, { ...staging, into: 'import_rows' }, batch);
};

/** A row with an item that it may be. */
export interface SimilarRow {
  row: StagedRow;
  itemId: number;
  confidence: number;
  reasons: SimilarReason[];
  /** Nothing in them speaks against it. */
  sure: boolean;
}

/** Stages what each row would write to the item that it may be. */
export const stageSimilar = (db: Db, staging: Staging, rows: SimilarRow[]): Promise<void> =>
  stage(
    db,
    { ...staging, into: 'import_similar' },
    rows.map(({ row, itemId, confidence, reasons, sure }) => ({
      ...givenRow(row),
      called_id: itemId,
      confidence,
      reasons: JSON.stringify(reasons),
      sure,
    })),
  );

/** Excludes rows for an item, name or barcode that an earlier row of the file already has, and names that row. */
export async function rejectDoubles(db: Db, importId: string): Promise<void> {
  const doubles: [string, string, string, string][] = [
    ['name', `search_name, coalesce(article, '')`, 'true', 'Такая же позиция уже есть в строке %s'],
    ['ean', 'ean', 'ean is not null', 'Такой же штрихкод уже есть в строке %s'],
    ['name', 'item_id', `action in ('update', 'unchanged')`, 'Та же позиция заведения уже есть в строке %s'],
  ];
  await db.raw('analyze import_rows (import_id, row, item_id, action)');
  for (const [field, key, when, message] of doubles) {
    await db.raw(
      `update import_rows r set action = 'error', field = ?, message = format(?, d.first)
         from (select row, first_value(row) over (partition by ${key} order by row) as first
                 from import_rows where import_id = ? and action <> 'error' and ${when}) d
        where r.import_id = ? and r.row = d.row and d.first <> d.row`,
      [field, message, importId, importId],
    );
  }
}
