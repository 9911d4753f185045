import { aliasFieldNames } from '@ostatok/api/contract/catalogue.ts';
import { inBatches } from '@ostatok/kit/node/batches.ts';
import { copyText } from '@ostatok/kit/node/copy-text.ts';
import { type Knex, sqlState } from '@ostatok/kit/node/db.ts';
import { Conflict } from '@ostatok/kit/node/errors.ts';
import { type AliasRow, isNumeric, numericType } from './alias-row.ts';
import { givenColumns } from './given-row.ts';
import { codeRefusals, linkCodes, SEARCHED } from './import-codes.queries.ts';
import { findGone, findKept } from './later-list.queries.ts';
import type { nameWordsOf } from './names.queries.ts';

/** Enough for the sorts and joins of a large import; a small one takes none of it. */
const WORK_MEMORY = '64MB';

/** Rows as `givenRowText` writes them. */
export type GivenTexts = Iterable<string> | AsyncIterable<string | Buffer>;

/** PostgreSQL's state for rows of other columns, as another release has written them. */
const OTHER_COLUMNS = '22P04';

export const readBeforeUpdate = (): Conflict =>
  new Conflict('read_before_update', 'Платформу с тех пор обновили. Загрузите файл заново');

/** Copies the rows into a temporary table, which ends with the transaction. It keeps no writer waiting. */
export async function stageRows(trx: Knex.Transaction, rows: GivenTexts): Promise<void> {
  const fields = aliasFieldNames.map((name) => `${name} text${name === 'ean' ? ' collate "C" not null' : ''}`);
  await trx.raw(`set local work_mem = '${WORK_MEMORY}'`);
  await trx.raw(
    `create temporary table import_rows (row integer not null, ${fields.join(', ')}, words text[],
       product_ean text collate "C", pack integer) on commit drop`,
  );
  await copyText(trx, 'import_rows', givenColumns, rows).catch((error) => {
    throw sqlState(error) === OTHER_COLUMNS ? readBeforeUpdate() : error;
  });
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

/** What nothing is written with. */
const NONE = { id: 'null::integer', revision: 'null::bigint' };

/** The joins of a later list of a source, and whether one of its values gives way to somebody else's. */
const LATER = {
  joins: `left join kept_fields k on k.alias_id = a.id left join removed_codes d on d.ean = s.ean`,
  kept: `k.fields is not null and ((${others.map(laidOver).join(', ')}) is distinct from ${tuple('m', others)}
      or 'product_id' = any(k.fields) and s.product_ean is not null
         and nullif(s.product_ean, a.ean) is distinct from (select p.ean from aliases p where p.id = a.product_id))`,
  /** The product that others than the source have given a code, or taken from it, stays. */
  ofProduct: (value: string): string => `case when 'product_id' = any(k.fields) then null else ${value} end`,
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
  const product = isLater ? LATER.ofProduct : (value: string): string => value;
  await trx.raw(`create temporary table import_changes on commit drop as
    select row, action, replaced_by, ${numbers}, ${aliasFieldNames.join(', ')}, product_ean, given_pack,
           product_id, pack, words, renamed, kept
      from (select s.row, s.words, ${product('s.product_ean')} as product_ean, ${product('s.pack')} as given_pack, a.product_id, coalesce(a.pack, 1) as pack, a.id, r.by as replaced_by, m.*, ${actionBy(isLater)} as action,
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
  await linkCodes(
    trx,
    isToBeWritten ? { id: `nextval(${ALIAS_IDS})::integer`, revision: `nextval(${REVISIONS})` } : NONE,
  );
}

/** Why a row is left out. */
export const refusals = ['replaced', 'removed', 'nameless', 'light', ...codeRefusals] as const;
export type Refusal = (typeof refusals)[number];
/** `follow` is the change of a further code that comes with its product's. */
export const changeActions = ['create', 'update', 'unchanged', 'delete', 'follow'] as const;
export type ChangeAction = (typeof changeActions)[number];

export async function countChanges(trx: Knex.Transaction): Promise<Record<ChangeAction | Refusal, number>> {
  const rows: { action: ChangeAction | Refusal; n: number }[] = await trx('import_changes')
    .select('action', trx.raw('count(*) as n'))
    .groupBy('action');
  const none = Object.fromEntries([...changeActions, ...refusals].map((action) => [action, 0]));
  return { ...none, ...Object.fromEntries(rows.map(({ action, n }) => [action, n])) } as Record<
    ChangeAction | Refusal,
    number
  >;
}

/** How many of the rows that can be imported are further codes of products. */
export async function countFurther(trx: Knex.Transaction): Promise<number> {
  const [row] = await trx('import_changes')
    .whereIn('action', ['create', 'update', 'unchanged'])
    .whereNotNull('product_ean')
    .whereRaw('product_ean <> ean')
    .count({ n: '*' });
  return Number(row?.n);
}

export type ComparedRow = Omit<AliasRow, 'revision' | 'created_at' | 'updated_at' | 'id'> & {
  row: number;
  id: number | null;
  action: ChangeAction;
  product_ean: string | null;
};

/** The first rows that can be imported. */
export const firstCompared = (trx: Knex.Transaction, limit: number): Promise<ComparedRow[]> =>
  trx('import_changes')
    .whereIn('action', ['create', 'update', 'unchanged'])
    .orderBy('row')
    .limit(limit)
    .select('row', 'id', 'action', 'product_id', 'pack', 'product_ean', ...aliasFieldNames);

export interface RefusedRow {
  row: number;
  action: Refusal;
  /** The row that is taken instead. */
  replaced_by: number | null;
  product_ean: string | null;
}

/** Yields the rows that are left out, by their numbers. */
export const refusedRows = (trx: Knex.Transaction, size: number): AsyncGenerator<RefusedRow[], void> =>
  inBatches(
    trx,
    trx('import_changes')
      .whereIn('action', refusals)
      .orderBy('row')
      .select('row', 'action', 'replaced_by', 'product_ean'),
    size,
  );
