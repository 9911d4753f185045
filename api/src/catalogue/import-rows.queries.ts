import { aliasFieldNames } from '@ostatok/api/contract/catalogue.ts';
import { inBatches } from '@ostatok/kit/node/batches.ts';
import { copyText } from '@ostatok/kit/node/copy-text.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { type AliasRow, isNumeric, numericType } from './alias-row.ts';
import { givenColumns } from './given-row.ts';
import { findGone, findKept } from './later-list.queries.ts';
import type { nameWordsOf } from './names.queries.ts';

/** Enough for the sorts and joins of a large import; a small one takes none of it. */
const WORK_MEMORY = '64MB';

/** Rows as `givenRowText` writes them. */
export type GivenTexts = Iterable<string> | AsyncIterable<string | Buffer>;

/** Copies the rows into a temporary table, which ends with the transaction. It keeps no writer waiting. */
export async function stageRows(trx: Knex.Transaction, rows: GivenTexts): Promise<void> {
  const fields = aliasFieldNames.map((name) => `${name} text${name === 'ean' ? ' collate "C" not null' : ''}`);
  await trx.raw(`set local work_mem = '${WORK_MEMORY}'`);
  await trx.raw(
    `create temporary table import_rows (row integer not null, ${fields.join(', ')}, words text[]) on commit drop`,
  );
  await copyText(trx, 'import_rows', givenColumns, rows);
  // statistics of texts that nothing is chosen by would take a second
  await trx.raw('analyze import_rows (row, ean)');
}

/** A few rows with the words that were worked out for them. */
export const someStaged = (trx: Knex.Transaction, limit: number): Promise<StagedNames[]> =>
  trx('import_rows')
    .select('brand', 'description', 'manufacturer', 'words', trx.raw(`nullif(volume_ml, '')::integer as volume_ml`))
    .limit(limit);
type StagedNames = Parameters<typeof nameWordsOf>[0] & { words: string[] };

const givenValue = (name: string): string => `nullif(s.${name}, '')${isNumeric(name) ? `::${numericType(name)}` : ''}`;

/** The field laid over the alias that is in the catalogue: one that is not given keeps its value. */
function laidOver(name: string): string {
  if (name === 'ean') return 's.ean';
  if (name === 'description') return `coalesce(s.description, a.description, '')`;
  return `case when s.${name} is null then a.${name} else ${givenValue(name)} end`;
}

/** The same, but a field that others than the list's source wrote last stays as it is. */
const laidOverOwn = (name: string): string =>
  `case when '${name}' = any(k.fields) then a.${name} else ${laidOver(name)} end`;

const fieldsBy = (value: (name: string) => string): string =>
  aliasFieldNames.map((name) => `${value(name)} as ${name}`).join(', ');

const tuple = (table: string, names: readonly string[]): string =>
  `(${names.map((name) => `${table}.${name}`).join(', ')})`;
const others = aliasFieldNames.filter((name) => name !== 'ean');
/** What the search compares; the weights decide whether a name is of a weighed bottle. */
export const SEARCHED = [
  'brand',
  'description',
  'manufacturer',
  'volume_ml',
  'weight_empty_g',
  'weight_full_g',
] as const;

const actionBy = (isLater: boolean): string => `case
    when r.by is not null then 'replaced'
    ${isLater ? `when a.id is null and d.ean is not null then 'removed'` : ''}
    when m.description = '' then 'nameless'
    when m.weight_full_g <= m.weight_empty_g then 'light'
    when a.id is null then 'create'
    when ${tuple('m', others)} is distinct from ${tuple('a', others)} then 'update'
    else 'unchanged' end`;

/** Looked up once for all rows. */
const sequenceOf = (table: string, column: string): string =>
  `(select pg_get_serial_sequence('${table}', '${column}')::regclass)`;
const ALIAS_IDS = sequenceOf('aliases', 'id');
export const REVISIONS = sequenceOf('alias_revisions', 'revision');

/** The joins of a later list of a source, and whether one of its values gives way to somebody else's. */
const LATER = {
  joins: `left join kept_fields k on k.alias_id = a.id left join removed_codes d on d.ean = s.ean`,
  kept: `k.fields is not null and (${others.map(laidOver).join(', ')}) is distinct from ${tuple('m', others)}`,
};

/**
 * Compares the staged rows with the catalogue: `import_changes` has what becomes of each. A row whose code comes again
 * further down is replaced by that one. New aliases and revisions have their numbers there if they are to be written,
 * which is done under the catalogue's lock. `earlier` are the imports of the same source before this one.
 */
export async function compareRows(trx: Knex.Transaction, isToBeWritten: boolean, earlier: string[]): Promise<void> {
  const isLater = earlier.length > 0;
  if (isLater) await findKept(trx, earlier);
  await trx.raw(`create temporary table replaced_rows on commit drop as
    select row, by from (select row, lead(row) over (partition by ean order by row) as by from import_rows) r
     where by is not null`);
  const numbers = isToBeWritten
    ? `case action when 'create' then nextval(${ALIAS_IDS})::integer else id end as id,
       case when action in ('create', 'update')
            then nextval(${REVISIONS}) end as revision`
    : 'id, null::bigint as revision';
  await trx.raw(`create temporary table import_changes on commit drop as
    select row, action, replaced_by, ${numbers}, ${aliasFieldNames.join(', ')}, words, renamed, kept
      from (select s.row, s.words, a.id, r.by as replaced_by, m.*, ${actionBy(isLater)} as action,
                   ${isLater ? LATER.kept : 'false'} as kept,
                   ${tuple('m', SEARCHED)} is distinct from ${tuple('a', SEARCHED)} as renamed
              from import_rows s
              left join replaced_rows r on r.row = s.row
              left join aliases a on a.ean = s.ean ${isLater ? LATER.joins : ''}
             cross join lateral (select ${fieldsBy(isLater ? laidOverOwn : laidOver)}) m
             order by s.row) c`);
  await trx.raw('drop table import_rows');
  await trx.raw('analyze import_changes (action, id, revision)');
  if (isLater) await findGone(trx, earlier);
}

/** Why a row is left out. */
export type Refusal = 'replaced' | 'removed' | 'nameless' | 'light';
export type ChangeAction = 'create' | 'update' | 'unchanged' | 'delete';

export async function countChanges(trx: Knex.Transaction): Promise<Record<ChangeAction | Refusal, number>> {
  const rows: { action: ChangeAction | Refusal; n: number }[] = await trx('import_changes')
    .select('action', trx.raw('count(*) as n'))
    .groupBy('action');
  const none = { create: 0, update: 0, unchanged: 0, delete: 0, replaced: 0, removed: 0, nameless: 0, light: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ action, n }) => [action, n])) };
}

export type ComparedRow = Omit<AliasRow, 'revision' | 'created_at' | 'updated_at' | 'id'> & {
  row: number;
  id: number | null;
  action: ChangeAction;
};

/** The first rows that can be imported. */
export const firstCompared = (trx: Knex.Transaction, limit: number): Promise<ComparedRow[]> =>
  trx('import_changes')
    .whereIn('action', ['create', 'update', 'unchanged'])
    .orderBy('row')
    .limit(limit)
    .select('row', 'id', 'action', ...aliasFieldNames);

export interface RefusedRow {
  row: number;
  action: Refusal;
  /** The row that is taken instead. */
  replaced_by: number | null;
}

/** Yields the rows that are left out, by their numbers. */
export const refusedRows = (trx: Knex.Transaction, size: number): AsyncGenerator<RefusedRow[], void> =>
  inBatches(
    trx,
    trx('import_changes')
      .whereIn('action', ['replaced', 'removed', 'nameless', 'light'])
      .orderBy('row')
      .select('row', 'action', 'replaced_by'),
    size,
  );
