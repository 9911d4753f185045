import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { ImportKind } from '../../contract/imports.ts';
import { MAX_QUANTITY } from '../../contract/limits.ts';
import { type ImportPurpose, importPrefix } from '../changes/imported-sql.ts';
import { MOST_KOPECKS, type UnitBefore } from '../items/unit-change.ts';
import { COUNTED_NOW, forgetQuantities, UNIT_RATIO } from '../items/unit-change-sql.ts';
import { LOCK_CODES } from '../locks-sql.ts';
import { userName } from '../user-name-sql.ts';
import type { LayoutToRemember } from './layouts.queries.ts';
import { deleteSimilar, purgeSimilar } from './similar.queries.ts';
import type { ConvertingRow } from './unit-conversion.ts';

export interface ImportRecord {
  id: string;
  kind: ImportKind;
  file: string;
  status: 'reading' | 'previewed' | 'committed' | 'undone';
  user_id: number | null;
  created: number;
  updated: number;
  unchanged: number;
  created_at: Date;
  committed_at: Date | null;
  undone_at: Date | null;
  /** The layout to be stored when the import is committed. */
  layout: LayoutToRemember | null;
}

const imports = (db: Db) => db<ImportRecord>('imports');

export async function insertImport(
  db: Db,
  record: Pick<ImportRecord, 'id' | 'kind' | 'file' | 'user_id' | 'created_at'>,
): Promise<void> {
  await imports(db).insert(record);
}

/** Deletes an import. Rows that a stopped spreadsheet process still writes are left to `purgeImports`. */
export async function deleteImport(db: Db, id: string): Promise<void> {
  await imports(db).where({ id }).delete();
  await db('import_rows').where({ import_id: id }).delete();
  await deleteSimilar(db, id);
}

/**
 * Deletes imports that a process left unread and previews that were not committed; of imports that can no longer be
 * undone it deletes only the rows.
 */
export async function purgeImports(db: Db, before: Date, previewedBefore: Date): Promise<void> {
  await imports(db).where({ status: 'reading' }).delete();
  await imports(db).where({ status: 'previewed' }).where('created_at', '<', previewedBefore).delete();
  await db('import_rows')
    .whereNotIn('import_id', imports(db).where('created_at', '>=', before).select('id'))
    .delete();
  await purgeSimilar(db);
}

/** Locks the import, so that simultaneous requests commit or undo it only once. */
export const lockImport = (trx: Knex.Transaction, id: string): Promise<ImportRecord | undefined> =>
  imports(trx).where({ id }).forUpdate().first();

/** Marks the import as committed at the transaction's time, which its items carry too. */
export async function markCommitted(trx: Knex.Transaction, id: string): Promise<void> {
  await imports(trx).where({ id }).update({ status: 'committed', committed_at: trx.fn.now() });
}

export async function updateImport(db: Db, id: string, fields: Partial<ImportRecord>): Promise<void> {
  await imports(db).where({ id }).update(fields);
}

export function selectImports(db: Db, limit: number): Promise<(ImportRecord & { user_name: string | null })[]> {
  return imports(db)
    .leftJoin('users', 'users.id', 'imports.user_id')
    .whereNot('imports.status', 'reading')
    .orderBy('imports.created_at', 'desc')
    .limit(limit)
    .select('imports.*', db.raw(`${userName('users')} as user_name`));
}

/** Returns how many rows would be written. */
export async function countWritten(db: Db, importId: string): Promise<{ created: number; updated: number }> {
  const { rows } = await db.raw(
    `select count(*) filter (where action = 'create')::int as created,
            count(*) filter (where action = 'update')::int as updated
       from import_rows where import_id = ?`,
    [importId],
  );
  return rows[0];
}

/**
 * The id of a row's change is derived from the import and the row, so that it can be found again and is never
 * duplicated. Ordered rows have ordered ids, which the index inserts in a third less time than scattered ones.
 */
const changeId = (importId: string, purpose: ImportPurpose): string =>
  `('${importPrefix(importId, purpose)}' || lpad(to_hex(r.row), 8, '0'))::uuid`;

/**
 * Tells whether items made since would now match rows to be created by their articles; unique keys cover name and
 * barcode.
 */
export async function newItemsAreMet(trx: Knex.Transaction, importId: string): Promise<boolean> {
  const { rows } = await trx.raw(
    `select 1 from import_rows r join items i on i.article = r.article and i.deleted_at is null
      where r.import_id = ? and r.action = 'create' limit 1`,
    [importId],
  );
  return rows.length > 0;
}

export const lockCodes = async (trx: Knex.Transaction): Promise<void> => void (await trx.raw(LOCK_CODES));

/** Tells whether the main barcode of an item that the import wrote is an additional barcode of some item. */
export async function codesAreTaken(trx: Knex.Transaction, importId: string): Promise<boolean> {
  const { rows } = await trx.raw(
    `select 1 from items other cross join jsonb_array_elements(other.codes) c
       join items i on i.ean = c->>'ean' and i.deleted_at is null
       join import_rows r on r.import_id = ? and r.item_id = i.id and r.action in ('create', 'update')
      where other.deleted_at is null and other.codes <> '[]' limit 1`,
    [importId],
  );
  return rows.length > 0;
}

/** Returns the moment that the tenant's clock shows so. */
export async function selectMoment(
  db: Db,
  { day, time, timezone }: { day: string; time: string; timezone: string },
): Promise<Date> {
  const { rows } = await db.raw<{ rows: [{ at: Date }] }>(
    'select (cast(:day as date) + cast(:time as time)) at time zone :timezone as at',
    { day, time, timezone },
  );
  return rows[0].at;
}

/** Returns what the file says was found of each item, and locks the items that exist; less than nothing is nothing. */
export async function lockCounted(
  trx: Knex.Transaction,
  importId: string,
): Promise<{ item_id: number; quantity: string }[]> {
  await trx.raw(
    `select 1 from items where id in (select item_id from import_rows where import_id = ?) order by id for update`,
    [importId],
  );
  await trx('import_rows').where({ import_id: importId }).where('quantity', '<', 0).update({ quantity: 0 });
  const { rows } = await trx.raw(
    `select item_id, sum(quantity) as quantity from import_rows
      where import_id = ? and action in ('create', 'update', 'unchanged') and quantity is not null
      group by item_id order by item_id`,
    [importId],
  );
  return rows;
}

/** Tells whether an item that the file has counted was deleted after the preview. */
export async function countedAreGone(trx: Knex.Transaction, importId: string): Promise<boolean> {
  const { rows } = await trx.raw(
    `select exists (select from import_rows r join items i on i.id = r.item_id
      where r.import_id = ? and r.action in ('update', 'unchanged') and r.quantity is not null
        and i.deleted_at is not null) as gone`,
    [importId],
  );
  return rows[0].gone;
}

/**
 * Inserts new items with their starting stock, which is a change like any other, of the time at which it was counted or
 * else of now. It touches no row that is being counted. The other times are the transaction's own start, because readers
 * of `changedSince` rely on it.
 */
export async function insertNewItems(
  trx: Knex.Transaction,
  record: ImportRecord,
  userId: number | null,
  countedAt?: Date,
): Promise<void> {
  await trx.raw(
    `insert into items (id, name, search_name, article, ean, category, "group", unit, quantity, expected, par, cost, volume_ml,
                        weight_empty_g, weight_full_g, density_g_per_ml, created_at, updated_at, changed_at)
     select item_id, name, search_name, article, ean, coalesce(category, ''), coalesce("group", 'other'), coalesce(unit, 'шт'),
            coalesce(quantity, 0), expected, par, cost, volume_ml, weight_empty_g, weight_full_g, density_g_per_ml, now(), now(),
            case when quantity <> 0 then now() end
       from import_rows where import_id = ? and action = 'create' order by row`,
    [record.id],
  );
  await trx.raw(
    `insert into changes (id, item_id, user_id, delta, before, after, method, given, source, note, at)
     select ${changeId(record.id, 'stock')}, item_id, ?, quantity, 0, quantity, 'delta', quantity, 'import', ?,
            coalesce(cast(? as timestamptz), now())
       from import_rows r where import_id = ? and action = 'create' and quantity <> 0 order by row`,
    [userId, record.file, countedAt ?? null, record.id],
  );
}

/** Columns that an update overwrites; a blank leaves the old value. */
const overwritten = [
  'article',
  'ean',
  'unit',
  'expected',
  'par',
  'cost',
  'volume_ml',
  'weight_empty_g',
  'weight_full_g',
  'density_g_per_ml',
  'category',
  '"group"',
];

/** A column that stays the item's own where the file calls the item otherwise. */
const unlessCalled = (from: string, column: string): string =>
  `case when r.called is null then ${from}.${column} else i.${column} end`;

/** Runs last in its transaction: from here to the end the items are locked, in the order of their ids as everywhere. */
export async function updateKnownItems(trx: Knex.Transaction, record: ImportRecord): Promise<number> {
  const { rowCount: locked } = await trx.raw(
    `with met as materialized (
       select i.* from items i join import_rows r on r.item_id = i.id
        where r.import_id = ? and r.action = 'update' and i.deleted_at is null order by i.id for update of i)
     update import_rows r set before = to_jsonb(met) from met where r.import_id = ? and r.item_id = met.id and r.action = 'update'`,
    [record.id, record.id],
  );
  const names =
    record.kind === 'items'
      ? `${['name', 'search_name'].map((column) => `${column} = ${unlessCalled('r', column)}`).join(', ')},`
      : '';
  const columns = record.kind === 'items' ? overwritten : ['expected'];
  const { rowCount } = await trx.raw(
    `update items i set ${names} ${columns.map((column) => `${column} = coalesce(r.${column}, i.${column})`).join(', ')},
            updated_at = now()
       from import_rows r where r.import_id = ? and r.action = 'update' and r.item_id = i.id and i.deleted_at is null`,
    [record.id],
  );
  return Math.min(locked, rowCount);
}

/** Tells whether an item was counted since the preview that showed its unit as free to be changed, or is being counted. */
export async function unitsAreInUse(trx: Knex.Transaction, importId: string): Promise<boolean> {
  const { rows } = await trx.raw(
    `select 1 from import_rows r
      where r.import_id = ? and r.action = 'update' and r.unit <> r.before->>'unit'
        and (cast(r.before->>'quantity' as numeric) <> 0 or ${COUNTED_NOW('r.item_id')}) limit 1`,
    [importId],
  );
  return rows.length > 0;
}

/** What is kept in an item's unit, and what is kept for one of it, in another unit, up to the most that is stored. */
const keptInUnits: [column: string, operator: string, digits: number, most: number][] = [
  ['expected', '*', 3, MAX_QUANTITY],
  ['par', '*', 3, MAX_QUANTITY],
  ['cost', '/', 0, MOST_KOPECKS],
];

/** Converts what the file was silent about into the units that it has brought; clears what cannot be converted. */
export async function convertKept(trx: Knex.Transaction, importId: string): Promise<void> {
  const ratio = UNIT_RATIO("(r.before->>'unit')", 'i.unit', 'i');
  const columns = keptInUnits.map(([column, operator, digits, most]) => {
    const result = `round(i.${column} ${operator} (${ratio}), ${digits})`;
    return `${column} = case when r.${column} is not null then i.${column} when abs(${result}) <= ${most} then ${result} end`;
  });
  await trx.raw(
    `update items i set ${columns.join(', ')} from import_rows r
      where r.import_id = ? and r.action = 'update' and r.unit <> r.before->>'unit' and r.item_id = i.id`,
    [importId],
  );
}

/** An item whose unit the import changes, as it was, and what the row says. */
interface ChangedUnit {
  item_id: number;
  row: ConvertingRow;
  item: UnitBefore;
}

/** Returns the items whose unit the import has changed, in the order of its rows. */
export async function selectChangedUnits(trx: Knex.Transaction, importId: string): Promise<ChangedUnit[]> {
  const of = (columns: string[], from: (column: string) => string): string =>
    `jsonb_build_object(${columns.map((column) => `'${column}', ${from(column)}`).join(', ')})`;
  const columns = ['unit', 'volume_ml', ...keptInUnits.map(([column]) => column)];
  const { rows } = await trx.raw<{ rows: ChangedUnit[] }>(
    `select r.item_id, ${of(columns, (column) => `r.${column}`)} as row,
            ${of(['name', ...columns], (column) => `r.before->'${column}'`)} as item
       from import_rows r
      where r.import_id = ? and r.action = 'update' and r.unit <> r.before->>'unit' order by r.row`,
    [importId],
  );
  return rows;
}

/** Returns the items whose unit the import changes. */
export async function selectWithOtherUnits(trx: Knex.Transaction, importId: string): Promise<number[]> {
  const { rows } = await trx.raw<{ rows: { item_id: number }[] }>(
    `select item_id from import_rows where import_id = ? and action = 'update' and unit <> before->>'unit'`,
    [importId],
  );
  return rows.map(({ item_id }) => item_id);
}

/**
 * Returns the names of the import's items that were changed since in the fields it wrote, or that were counted since and
 * are new or have a unit from it; locks all of the import's items.
 */
export async function lockTouched(trx: Knex.Transaction, record: ImportRecord): Promise<string[]> {
  const columns = record.kind === 'items' ? overwritten : ['expected'];
  const nameChanged = record.kind === 'items' ? '(r.called is null and i.name <> r.name) or' : '';
  const inUse = record.kind === 'items' ? "(r.unit <> r.before->>'unit' and i.quantity <> 0) or" : '';
  const { rows } = await trx.raw<{ rows: { name: string }[] }>(
    `with met as materialized (
       select i.* from items i join import_rows r on r.item_id = i.id
        where r.import_id = ? and r.action in ('create', 'update') order by i.id for update of i)
     select i.name from import_rows r join imports m on m.id = r.import_id join met i on i.id = r.item_id
      where r.import_id = ? and r.action in ('create', 'update')
        and ((r.action = 'create' and (i.updated_at <> m.committed_at
              or exists (select from count_entries e where e.item_id = i.id and e.voided_at is null)))
          or (r.action = 'update' and (i.deleted_at is not null or ${nameChanged} ${inUse}
              ${columns.map((column) => `(r.${column} is not null and i.${column} is distinct from r.${column})`).join(' or ')})))
      order by i.name`,
    [record.id, record.id],
  );
  return rows.map(({ name }) => name);
}

/** Reverses the starting stock by changes and deletes the items; nothing leaves the log. */
export async function deleteNewItems(
  trx: Knex.Transaction,
  record: ImportRecord,
  userId: number | null,
): Promise<void> {
  await trx.raw(
    `insert into changes (id, item_id, user_id, delta, before, after, method, given, source, note, undoes, at)
     select ${changeId(record.id, 'undo')}, item_id, ?, -quantity, quantity, 0, 'delta', -quantity, 'import', ?,
            ${changeId(record.id, 'stock')}, now()
       from import_rows r where import_id = ? and action = 'create' and quantity <> 0 order by row`,
    [userId, record.file, record.id],
  );
  await trx.raw(
    `update items i set quantity = 0, deleted_at = now(), updated_at = now()
       from import_rows r where r.import_id = ? and r.action = 'create' and i.id = r.item_id`,
    [record.id],
  );
}

/** A name that the import has taught goes, one that the item had before stays. */
const untaught = `case when r.called is null or was.names @> to_jsonb(r.called) then i.names else i.names - r.called end`;

export async function restoreKnownItems(trx: Knex.Transaction, record: ImportRecord): Promise<void> {
  if (record.kind === 'items') await forgetQuantities(trx, await selectWithOtherUnits(trx, record.id));
  const columns = record.kind === 'items' ? overwritten : ['expected'];
  const names = record.kind === 'items' ? ['name', 'search_name'] : [];
  const restored = [
    ...names.map((column) => `${column} = ${unlessCalled('was', column)}`),
    // what the file was silent about is not the import's
    ...columns.map((column) => {
      const isKept = keptInUnits.some(([one]) => one === column);
      const isSilent = isKept ? `r.${column} is null and coalesce(r.unit, was.unit) = was.unit` : `r.${column} is null`;
      return `${column} = case when ${isSilent} then i.${column} else was.${column} end`;
    }),
    `names = ${untaught}`,
  ];
  await trx.raw(
    `update items i set ${restored.join(', ')}, updated_at = now()
       from import_rows r, jsonb_populate_record(null::items, r.before) was
      where r.import_id = ? and r.action = 'update' and i.id = r.item_id`,
    [record.id],
  );
}
