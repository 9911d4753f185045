import type { Db } from '@ostatok/kit/node/db.ts';
import type { Method, Reason } from '../../contract/changes.ts';
import type { DiscrepanciesQuery } from '../../contract/reports.ts';
import { METHOD } from '../changes/method-sql.ts';
import { LOSSES } from '../reports/losses-sql.ts';
import type { ChangeRow, CountLineRow, CountRow, ItemRow } from '../tables.ts';
import { userName } from '../user-name-sql.ts';

const BATCH = 5000;

/** The requested part of a report. */
export interface ExportedPart {
  count?: number | undefined;
  /** The number of an order. */
  order?: number | undefined;
  /** The count before it, from which on usage is told. */
  since?: number | undefined;
  /** Days by the tenant's clock, both included. */
  from?: string | undefined;
  to?: string | undefined;
  group?: DiscrepanciesQuery['group'] | undefined;
  deviation?: DiscrepanciesQuery['deviation'] | undefined;
  timeZone: string;
}

type Place = Pick<ItemRow, 'id' | 'category' | 'search_name'>;

/** Item sheets are sorted by category and name, with items without a category last. */
const BY_PLACE = `category = '', category, search_name, id`;
const isBehind = (after: Place | undefined): [string, (string | number | boolean)[]] =>
  after
    ? [`(${BY_PLACE}) > (?, ?, ?, ?)`, [after.category === '', after.category, after.search_name, after.id]]
    : ['true', []];

export const itemsForExport = (db: Db, after: Place | undefined): Promise<ItemRow[]> =>
  db<ItemRow>('items')
    .whereNull('deleted_at')
    .whereRaw(...isBehind(after))
    .orderByRaw(BY_PLACE)
    .limit(BATCH)
    .select('*');

type ExportedDiscrepancy = ItemRow & { expected: string; difference: string };

export function discrepanciesForExport(
  db: Db,
  after: Place | undefined,
  { group = 'all', deviation = 'all' }: ExportedPart,
): Promise<ExportedDiscrepancy[]> {
  const query = db('items')
    .whereNull('deleted_at')
    .whereNotNull('expected')
    .whereRaw(...isBehind(after));
  if (group !== 'all') query.where({ group });
  if (deviation === 'zero') query.whereRaw('quantity = expected');
  else if (deviation !== 'all') query.whereRaw('abs(quantity - expected) >= ?::numeric', [deviation]);
  return query
    .orderByRaw(BY_PLACE)
    .limit(BATCH)
    .select<ExportedDiscrepancy[]>('*', db.raw('quantity - expected as difference'));
}

interface ExportedChange extends Pick<ChangeRow, 'delta' | 'before' | 'after' | 'source' | 'reason' | 'note' | 'at'> {
  /** Its position in the log, newest first. */
  id: number;
  name: string;
  unit: string;
  user_name: string | null;
  method: Method | null;
  undone: boolean;
}

export async function changesForExport(db: Db, beforeSeq: number): Promise<ExportedChange[]> {
  const { rows } = await db.raw(
    `select c.seq as id, c.at, c.delta, c.before, c.after, c.source, c.reason, c.note, i.name, i.unit,
            ${METHOD} as method,
            ${userName('u')} as user_name,
            exists (select 1 from changes r where r.undoes = c.id) as undone
       from changes c join items i on i.id = c.item_id left join users u on u.id = c.user_id
      where c.seq < ? order by c.seq desc limit ${BATCH}`,
    [beforeSeq],
  );
  return rows;
}

type ExportedLoss = Pick<ItemRow, 'id' | 'name' | 'category' | 'unit' | 'quantity' | 'cost'> & {
  reason: Reason;
  changes: number;
};

/** Returns a batch of losses; `id` is the row's position. */
export async function lossesForExport(db: Db, after: number, part: ExportedPart): Promise<ExportedLoss[]> {
  const { rows } = await db.raw(
    `select * from (
       select row_number() over (order by c.reason, i.category = '', i.category, i.search_name, i.id)::int as id, i.name, i.category, i.unit,
              i.cost, c.reason, c.quantity, c.changes
         from (${LOSSES}) c
         join items i on i.id = c.item_id) placed
      where id > :after order by id limit ${BATCH}`,
    { after, from: part.from ?? null, to: part.to ?? null, timezone: part.timeZone },
  );
  return rows;
}

type FrozenLine = Pick<CountLineRow, 'name' | 'category' | 'group' | 'unit' | 'counted' | 'book' | 'expected' | 'cost'>;

/** Returns a batch of the count's lines; `id` is the line's position. */
export async function countLinesForExport(
  db: Db,
  after: { id: number } | undefined,
  { count = 0 }: ExportedPart,
): Promise<(FrozenLine & { id: number; methods: Method[] | null; counters: string[] | null })[]> {
  const { rows } = await db.raw(
    `select l.place as id, l.name, l.category, l."group", l.unit, l.counted, l.book, l.expected, l.cost, n.methods,
            n.counters
       from (select *, row_number() over (order by category = '', category, lower(name), item_id)::int as place
               from count_lines where count_id = :count) l
       left join lateral (
         select array_agg(distinct e.entry) as methods,
                array_agg(distinct ${userName('u')}) as counters
           from count_entries e join users u on u.id = e.user_id
          where e.count_id = l.count_id and e.item_id = l.item_id and e.voided_at is null
          group by e.round order by e.round desc limit 1) n on true
      where l.place > :after order by l.place limit ${BATCH}`,
    { count, after: after?.id ?? 0 },
  );
  return rows;
}

export type ExportedCount = Pick<CountRow, 'title' | 'spot' | 'opened_at' | 'closed_at' | 'coverage' | 'totals'> & {
  opened_by: string | null;
  closed_by: string | null;
  counters: string[] | null;
};

export async function countForExport(db: Db, id: number): Promise<ExportedCount | undefined> {
  const { rows } = await db.raw<{ rows: ExportedCount[] }>(
    `select c.title, c.spot, c.opened_at, c.closed_at, c.coverage, c.totals,
            ${userName('o')} as opened_by, ${userName('x')} as closed_by,
            (select array_agg(distinct ${userName('u')})
               from count_entries e join users u on u.id = e.user_id
              where e.count_id = c.id and e.voided_at is null) as counters
       from counts c left join users o on o.id = c.opened_by left join users x on x.id = c.closed_by where c.id = ?`,
    [id],
  );
  return rows[0];
}
