import { type Db, type Knex, rowsOf } from '@ostatok/kit/node/db.ts';
import type { ChangesFilter } from '../../contract/changes.ts';
import { byNumberOrCode } from '../items/codes-sql.ts';
import { VIEW_COLUMNS, type ViewRow } from '../items/item-view.ts';
import type { ChangeColumns, ChangeRow } from '../tables.ts';
import { applyBound } from '../time-bounds-sql.ts';
import { userName } from '../user-name-sql.ts';
import { boundsOfPrefix, IMPORTS_IN_LOG, importPrefix } from './imported-sql.ts';
import type { LaterChanges, Statement } from './late-changes.ts';
import { METHOD } from './method-sql.ts';

/** An item's columns that a change needs; `version` differs after every update of the row. */
export type StockRow = ViewRow & { version: string };

/** Reads items by id or by any of their barcodes. */
export function selectStock(db: Db, ids: number[], eans: string[]): Promise<StockRow[]> {
  const { sql, values } = byNumberOrCode(ids, eans);
  const read = `select ${VIEW_COLUMNS}, xmin::text as version from items where ${sql}`;
  return rowsOf(db, `stock-${values.length}`, read, values);
}

/** Reads the same and locks the rows in the order of their ids, so that no two writers deadlock. */
export function lockStock(trx: Knex.Transaction, ids: number[], eans: string[]): Promise<StockRow[]> {
  const { sql, values } = byNumberOrCode(ids, eans);
  const lock = `select ${VIEW_COLUMNS}, xmin::text as version from items where ${sql} order by id for update`;
  return rowsOf(trx, `locked-stock-${values.length}`, lock, values);
}

export async function selectLogged(db: Db, ids: string[], undone: string[]): Promise<ChangeRow[]> {
  const { rows } = await db.raw<{ rows: ChangeRow[] }>(
    'select * from changes where id = any(?::uuid[]) or undoes = any(?::uuid[])',
    [ids, undone],
  );
  return rows;
}

/** A closed count of the item whose entry is later, newest first; where it found what there should be, no change tells of it. */
const COUNTED_LATER = `
  from counts n join count_lines l on l.count_id = n.id and l.item_id = late.item_id and l.counted is not null
 where n.status = 'closed' and not n.spot and n.closed_at > late.at and coalesce(l.seen_at, n.closed_at) > late.at`;

const LATER = `
  select late.id, to_char(late.at at time zone $4, 'HH24:MI') as "timeText",
         coalesce((select sum(c.delta) from changes c left join changes o on o.id = c.undoes
                    where c.item_id = late.item_id and c.at > late.at and (c.undoes is null or o.at > late.at)), 0) as moved,
         coalesce(
           (select json_build_object('after', c.after::text, 'timeText', to_char(c.at at time zone $4, 'HH24:MI'),
                                     'by', ${userName('u')}, 'isCount', c.source = 'count')
              from changes c left join users u on u.id = c.user_id
             where c.item_id = late.item_id and c.at > late.at and (c.method <> 'delta' or c.source = 'count')
               and not exists (select from changes r where r.undoes = c.id)
             order by c.seq desc limit 1),
           (select json_build_object('after', l.counted::text, 'by', null, 'isCount', true,
                                     'timeText', to_char(coalesce(l.seen_at, n.closed_at) at time zone $4, 'HH24:MI'))
            ${COUNTED_LATER} order by n.closed_at desc limit 1)) as statement
    from unnest($1::uuid[], $2::int[], $3::timestamptz[]) as late(id, item_id, at)
   where exists (select from changes c where c.item_id = late.item_id and c.at > late.at) or exists (select ${COUNTED_LATER})`;

/** A change whose own time is earlier than entries that its item's log may hold. */
export interface LateChange {
  id: string;
  itemId: number;
  at: Date;
}

/**
 * Returns what was logged or counted after the times of late changes; nothing for changes that are the newest of their
 * items.
 */
export function selectLater(db: Db, late: LateChange[], timezone: string): Promise<(LaterChanges & { id: string })[]> {
  const columns = [late.map(({ id }) => id), late.map(({ itemId }) => itemId), late.map(({ at }) => at)];
  return rowsOf(db, 'later-changes', LATER, [...columns, timezone]);
}

/** Returns those of the changes about which somebody was asked whether they are to be written in spite of later records. */
export const pluckAsked = (db: Db, ids: string[]): Promise<string[]> =>
  db('late_questions').whereRaw('change_id = any(?::uuid[])', [ids]).pluck('change_id');

/** Remembers that somebody is asked about these changes; questions that are too old to be answered are forgotten. */
export async function insertAsked(trx: Knex.Transaction, ids: string[]): Promise<void> {
  await trx('late_questions').whereRaw(`at < now() - interval '400 days'`).delete();
  await trx('late_questions')
    .insert(ids.map((id) => ({ change_id: id })))
    .onConflict()
    .ignore();
}

const STATED_SINCE = `
  select distinct on (o.id) o.id, s.after::text as after, to_char(s.at at time zone $2, 'HH24:MI') as "timeText",
         ${userName('u')} as by, false as "isCount"
    from changes o
    join changes s on s.item_id = o.item_id and s.seq > o.seq and s.at >= o.at and s.method <> 'delta' and s.source <> 'count'
    left join users u on u.id = s.user_id
   where o.id = any($1::uuid[]) and not exists (select from changes r where r.undoes = s.id)
   order by o.id, s.seq desc`;

/** Returns, by change, the newest statement of its item's stock that was logged after it and has not been undone. */
export async function selectStatedSince(db: Db, ids: string[], timezone: string): Promise<Map<string, Statement>> {
  const rows = await rowsOf<Statement & { id: string }>(db, 'stated-since', STATED_SINCE, [ids, timezone]);
  return new Map(rows.map(({ id, ...statement }) => [id, statement]));
}

/**
 * Returns, by item, the largest quantity or difference in its log that was not undone, including imports and counts.
 */
export async function selectPastMost(db: Db, itemIds: number[]): Promise<Map<number, number>> {
  const { rows } = await db.raw<{ rows: { item_id: number; most: string }[] }>(
    `select c.item_id, max(greatest(abs(c.after), abs(c.delta))) as most from changes c
      where c.item_id = any(?) and c.undoes is null and not exists (select from changes r where r.undoes = c.id)
      group by c.item_id`,
    [itemIds],
  );
  return new Map(rows.map(({ item_id, most }) => [item_id, Number(most)]));
}

export async function selectItems(db: Db, ids: number[]): Promise<ViewRow[]> {
  const { rows } = await db.raw<{ rows: ViewRow[] }>(`select ${VIEW_COLUMNS} from items where id = any(?)`, [ids]);
  return rows;
}

const written = [
  ['id', 'uuid'],
  ['item_id', 'int'],
  ['user_id', 'int'],
  ['delta', 'numeric'],
  ['before', 'numeric'],
  ['after', 'numeric'],
  ['method', 'text'],
  ['given', 'numeric'],
  ['preset_tare_g', 'numeric'],
  ['source', 'text'],
  ['entry', 'text'],
  ['reason', 'text'],
  ['count_id', 'int'],
  ['note', 'text'],
  ['undoes', 'uuid'],
  ['at', 'timestamptz'],
] as const satisfies [keyof ChangeColumns, string][];
const WRITTEN = written.map(([column]) => column).join(', ');

/**
 * `seq` is drawn with the items locked and in the order given. The log's unique keys check that a change is new: a
 * prepared plan that looks for it, made while the log was short, would read all of a longer log.
 */
const WRITE = `
  with counted as (
    select * from unnest($1::int[], $2::text[]::xid[], $3::numeric[], $4::timestamptz[]) as counted(id, version, quantity, changed_at)
  ), locked as (
    select i.id, counted.quantity, counted.changed_at from items i join counted on i.id = counted.id and i.xmin = counted.version
     order by i.id for update of i
  ), fresh as (
    select where (select count(*) from locked) = (select count(*) from counted)
  ), updated as (
    update items i set quantity = locked.quantity, updated_at = now(), changed_at = locked.changed_at from locked, fresh where i.id = locked.id
  )
  insert into changes (${WRITTEN})
  select ${WRITTEN}
    from fresh, unnest(${written.map(([, type], place) => `$${place + 5}::${type}[]`).join(', ')}) with ordinality as given(${WRITTEN}, place)
   order by place
  returning id, seq, created_at`;

/**
 * Writes the changes and the new state of their items in one statement. If an item's version has changed, it writes and
 * returns nothing; if a change or its reverse is already logged, it fails with a unique violation. The items'
 * `updated_at` is the changes' `created_at`.
 */
export function insertChanges(
  db: Db,
  changes: ChangeColumns[],
  items: StockRow[],
): Promise<Pick<ChangeRow, 'id' | 'seq' | 'created_at'>[]> {
  return rowsOf(db, 'write-changes', WRITE, [
    items.map(({ id }) => id),
    items.map(({ version }) => version),
    items.map(({ quantity }) => quantity),
    items.map(({ changed_at }) => changed_at),
    ...written.map(([column]) => changes.map((change) => change[column])),
  ]);
}

export type ListedChange = ChangeRow & {
  item_name: string;
  item_unit: string;
  user_name: string | null;
  undone: boolean;
};

function filtered(db: Db, filter: ChangesFilter, timezone: string): Knex.QueryBuilder {
  const { item, user, source, method, reason, import: importId, from, to, fold } = filter;
  const query = db('changes as c');
  if (item !== undefined) query.where('c.item_id', item);
  if (user !== undefined) query.where('c.user_id', user);
  if (source !== undefined) query.where('c.source', source);
  if (method !== undefined) query.whereRaw(`${METHOD} = ?`, [method]);
  if (reason !== undefined) query.where('c.reason', reason);
  if (importId !== undefined) {
    const [brought, takenBack] = (['stock', 'undo'] as const).map((of) => boundsOfPrefix(importPrefix(importId, of)));
    query.whereRaw('(c.id between ? and ? or c.id between ? and ?)', [...(brought ?? []), ...(takenBack ?? [])]);
  }
  if (fold) query.whereRaw(`(c.source <> 'import' or c.id in (select id from (${IMPORTS_IN_LOG}) as imported))`);
  if (from !== undefined) applyBound(query, 'c.at', ['from', from], timezone);
  if (to !== undefined) applyBound(query, 'c.at', ['to', to], timezone);
  return query;
}

const listed = (db: Db, query: Knex.QueryBuilder): Knex.QueryBuilder<ChangeRow, ListedChange[]> =>
  query
    .join('items as i', 'i.id', 'c.item_id')
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .select('c.*', 'i.name as item_name', 'i.unit as item_unit')
    .select(db.raw(`${userName('u')} as user_name`))
    .select<ListedChange[]>(db.raw('exists (select from changes r where r.undoes = c.id) as undone'));

export async function listChanges(
  db: Db,
  filter: ChangesFilter,
  timezone: string,
  page: { offset: number; limit: number; order: 'asc' | 'desc' },
): Promise<{ rows: ListedChange[]; total: number }> {
  const [counted, rows] = await Promise.all([
    filtered(db, filter, timezone).count<{ count: number }[]>('* as count'),
    listed(db, filtered(db, filter, timezone))
      .orderBy('c.seq', page.order)
      .offset(page.offset)
      .limit(page.limit),
  ]);
  return { rows, total: Number(counted[0]?.count ?? 0) };
}

/** Returns the import and its number of changes, by the id of the change that stands for that import. */
export async function selectImported(db: Db, ids: string[]): Promise<Map<string, { id: string; changes: number }>> {
  const { rows } = await db.raw<{ rows: { id: string; import_id: string; changes: number }[] }>(
    `select id, import_id, (select count(*)::int from changes c where c.id between from_id and to_id) as changes
       from (${IMPORTS_IN_LOG}) as imported where id = any(?::uuid[])`,
    [ids],
  );
  return new Map(rows.map(({ id, import_id, changes }) => [id, { id: import_id, changes }]));
}

export const findChange = (db: Db, id: string): Promise<ListedChange | undefined> =>
  listed(db, db('changes as c').where('c.id', id)).first();

export const findReverse = (db: Db, id: string): Promise<ListedChange | undefined> =>
  listed(db, db('changes as c').where('c.undoes', id)).first();

/** Returns what deliveries were fitted to a stated quantity that had their goods in sight, as far as it stands. */
export const selectFitted = (db: Db, id: string): Promise<{ id: string; delta: string }[]> =>
  db('delivery_changes as d')
    .join('changes as c', 'c.id', 'd.change_id')
    .where('d.statement', id)
    .whereNotExists(db('changes as r').whereRaw('r.undoes = c.id').select(db.raw('1')))
    .orderBy('c.seq')
    .select('c.id', 'c.delta');

/** Of each item the newest closed count that has counted it later than one of these changes was made and written. */
export async function selectCountsSince(db: Db, ids: string[]): Promise<{ item_id: number; title: string }[]> {
  const { rows } = await db.raw<{ rows: { item_id: number; title: string }[] }>(
    `select distinct on (c.item_id) c.item_id, n.title from changes c
       join count_lines l on l.item_id = c.item_id and l.counted is not null
       join counts n on n.id = l.count_id and n.status = 'closed' and not n.spot and n.closed_at > c.created_at
      where c.id = any(?::uuid[]) and exists (select from count_entries e
              where e.count_id = n.id and e.item_id = c.item_id and e.voided_at is null and e.at > c.at)
      order by c.item_id, n.closed_at desc`,
    [ids],
  );
  return rows;
}
