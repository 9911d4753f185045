import type { Db } from '@ostatok/kit/node/db.ts';
import type { ImportKind } from '../../contract/imports.ts';
import type { Group, Unit } from '../../contract/items.ts';

type StagedAction = 'create' | 'update' | 'unchanged' | 'error';

/** A row that can be written, or that may be some item's, with the item's present values. */
export interface PreviewedRecord extends StagedRecord {
  now: (Omit<StagedRecord, 'row'> & { name: string }) | null;
}

/** A staged row as the database returns it: numeric values are text, money is in kopecks. */
export interface StagedRecord {
  row: number;
  item_id: number;
  action: StagedAction;
  field: string | null;
  message: string | null;
  name: string;
  article: string | null;
  ean: string | null;
  category: string | null;
  group: Group | null;
  unit: Unit | null;
  quantity: string | null;
  expected: string | null;
  par: string | null;
  cost: number | null;
  volume_ml: number | null;
  weight_empty_g: string | null;
  weight_full_g: string | null;
  density_g_per_ml: string | null;
  /** The question to confirm before the row is written. */
  doubt: string | null;
  /** The name in the file of an item that keeps its own. */
  called: string | null;
  /** Some item may be the row's. */
  is_similar: boolean;
}

/** A row that may be some item's is a question, and not a row without an item. */
const IS_ASKED = "(is_similar and action = 'error')";
const SOUND = 'doubt is null and not is_similar';

/** The condition that a row brings another unit, in which what the file is silent about is converted or cleared. */
const CONVERTS = `(action = 'update' and unit is not null and exists (
  select from items i where i.id = import_rows.item_id and i.unit <> import_rows.unit
     and (import_rows.cost is null and i.cost is not null or import_rows.par is null and i.par is not null
          or import_rows.expected is null and i.expected is not null)))`;
const convertsIn = (kind: ImportKind): string => (kind === 'items' ? CONVERTS : 'false');

/** Counts rows by action, doubtful rows separately, and the rows with a message. */
export async function countStaged(
  db: Db,
  importId: string,
  kind: ImportKind,
): Promise<Record<'create' | 'update' | 'unchanged' | 'converted' | 'doubtful' | 'similar' | 'problems', number>> {
  const { rows } = await db.raw(
    `select count(*) filter (where action = 'create' and ${SOUND})::int as "create",
            count(*) filter (where action = 'update' and ${SOUND})::int as "update",
            count(*) filter (where action = 'unchanged')::int as unchanged,
            count(*) filter (where not is_similar and ${convertsIn(kind)})::int as converted,
            count(*) filter (where is_similar or action in ('create', 'update') and doubt is not null)::int as doubtful,
            count(*) filter (where is_similar)::int as similar,
            count(message) filter (where not ${IS_ASKED})::int as problems
       from import_rows where import_id = ?`,
    [importId],
  );
  return rows[0];
}

/** Returns rows that are excluded, and those that lose a value. */
export const selectStagedProblems = (db: Db, importId: string, limit: number): Promise<StagedRecord[]> =>
  db('import_rows')
    .where({ import_id: importId })
    .whereNotNull('message')
    .whereRaw(`not ${IS_ASKED}`)
    .orderBy('row')
    .limit(limit)
    .select('*');

const firstOf = (which: string, limit = ':limit'): string =>
  `(select * from import_rows where import_id = :importId and ${which} order by row limit ${limit})`;

/**
 * Returns the first rows that may be some item's, the first doubtful rows, the first that bring another unit, then the
 * first others that change an item, that make one, and the rest, each with its present item.
 */
export async function selectStagedRows(
  db: Db,
  importId: string,
  { kind, limit, ofSimilar }: { kind: ImportKind; limit: number; ofSimilar: number },
): Promise<PreviewedRecord[]> {
  const converts = convertsIn(kind);
  const { rows } = await db.raw(
    `select r.*, to_jsonb(i) as now
       from (${firstOf('is_similar', ':ofSimilar')}
             union all ${firstOf(`action in ('update', 'create') and doubt is not null and not is_similar`)}
             union all ${firstOf(`${SOUND} and ${converts}`)}
             union all ${firstOf(`action = 'update' and ${SOUND} and not ${converts}`)}
             union all ${firstOf(`action = 'create' and ${SOUND}`)}
             union all ${firstOf(`action = 'unchanged'`)}) r
       left join items i on i.id = r.item_id and r.action <> 'create'
      order by not r.is_similar, r.doubt is null, r.action = 'unchanged', r.action = 'create', r.row`,
    { importId, limit, ofSimilar },
  );
  return rows;
}
