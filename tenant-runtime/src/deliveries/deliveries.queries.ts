import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { DuplicateKind } from '../../contract/deliveries.endpoints.ts';
import type { DeliveriesFilter } from '../../contract/deliveries.ts';
import type { Unit } from '../../contract/items.ts';
import { UNIT_RATIO } from '../items/unit-change-sql.ts';
import type { DeliveryLineRow, DeliveryRow } from '../tables.ts';

/** Kopecks that the document asks for the line `l`, and of what has not come of it, as `worthOfLine` counts them. */
const STATED = 'coalesce(l.gross, l.net + coalesce(l.vat, 0), round(l.quantity * l.price), 0)';
const SHORT = `${STATED} - round(${STATED} * l.came / l.quantity)`;

export type ListedDelivery = DeliveryRow & {
  supplier_name: string | null;
  lines: number;
  worth: number;
  short_worth: number;
};

const summed = (db: Db, worth: string, which: string, as: string): Knex.Raw =>
  db.raw(
    `(select coalesce(sum(${worth}), 0)::bigint from delivery_lines l
       where l.delivery_id = d.id and not l.skipped and ${which}) as ${as}`,
  );

const listed = (db: Db) =>
  db('deliveries as d')
    .leftJoin('suppliers as s', 's.id', 'd.supplier_id')
    .select<ListedDelivery[]>(
      'd.*',
      's.name as supplier_name',
      db.raw('(select count(*)::int from delivery_lines l where l.delivery_id = d.id) as lines'),
      summed(db, STATED, 'true', 'worth'),
      summed(db, SHORT, 'l.came < l.quantity', 'short_worth'),
    );

export async function listDeliveries(
  db: Db,
  { supplier, status, from, to }: DeliveriesFilter,
  page: { offset: number; limit: number; order: 'asc' | 'desc' },
): Promise<{ rows: ListedDelivery[]; total: number }> {
  const filter = (query: Knex.QueryBuilder): void => {
    if (supplier !== undefined) query.where('d.supplier_id', supplier);
    if (status !== undefined) query.where('d.status', status);
    if (from !== undefined) query.where('d.day', '>=', from);
    if (to !== undefined) query.where('d.day', '<=', to);
  };
  const [counted] = await db('deliveries as d').where(filter).count<{ count: number }[]>('* as count');
  const rows = await listed(db).where(filter).orderBy('d.id', page.order).offset(page.offset).limit(page.limit);
  return { rows, total: Number(counted?.count ?? 0) };
}

export const findDelivery = (db: Db, id: number): Promise<ListedDelivery | undefined> =>
  listed(db).where('d.id', id).first();

export const findDeliveryByKey = (db: Db, key: string): Promise<ListedDelivery | undefined> =>
  listed(db).where('d.key', key).first();

export const lockDelivery = (trx: Knex.Transaction, id: number): Promise<DeliveryRow | undefined> =>
  trx<DeliveryRow>('deliveries').where({ id }).forUpdate().first();

export type NewDelivery = Pick<
  DeliveryRow,
  | 'key'
  | 'supplier_id'
  | 'kind'
  | 'file'
  | 'said_supplier'
  | 'number'
  | 'day'
  | 'totals'
  | 'warnings'
  | 'created_by'
  | 'created_at'
>;

/** Returns undefined if a delivery with this key is there already. */
export async function insertDelivery(trx: Knex.Transaction, row: NewDelivery): Promise<number | undefined> {
  const [added] = await trx('deliveries')
    .insert({
      ...row,
      said_supplier: row.said_supplier && JSON.stringify(row.said_supplier),
      totals: row.totals && JSON.stringify(row.totals),
      warnings: JSON.stringify(row.warnings),
    })
    .onConflict('key')
    .ignore()
    .returning('id');
  return added?.id;
}

export const updateDeliveryRow = (db: Db, id: number, fields: Partial<DeliveryRow>): Promise<number> =>
  Object.keys(fields).length === 0 ? Promise.resolve(1) : db('deliveries').where({ id }).update(fields);

export const deleteDraft = (db: Db, id: number): Promise<number> =>
  db('deliveries').where({ id, status: 'draft' }).delete();

const filled = [
  'stock_quantity',
  'stock_unit',
  'worth',
  'stock_before',
  'cost_before',
  'cost_after',
  'cost_seq',
] as const;
export type NewLine = Omit<DeliveryLineRow, 'delivery_id' | (typeof filled)[number]>;

const BATCH = 500;

export async function insertLines(trx: Knex.Transaction, deliveryId: number, lines: NewLine[]): Promise<void> {
  const rows = lines.map((line) => ({
    ...line,
    delivery_id: deliveryId,
    marks: JSON.stringify(line.marks),
    proposals: JSON.stringify(line.proposals),
  }));
  await trx.batchInsert('delivery_lines', rows, BATCH);
}

export type LineWithItem = DeliveryLineRow & {
  kind: DeliveryRow['kind'];
  item_name: string | null;
  item_unit: Unit | null;
  item_volume_ml: number | null;
  item_cost: number | null;
  item_deleted: boolean;
  /** Kopecks a unit, when the item was bought the last time before. */
  bought_for: number | null;
};

/**
 * Returns the lines with their items, and what each item cost in the delivery before. A posted line keeps the unit of its
 * item.
 */
export async function selectLines(db: Db, deliveryId: number): Promise<LineWithItem[]> {
  const { rows } = await db.raw<{ rows: LineWithItem[] }>(
    `select l.*, e.kind, i.name as item_name, coalesce(l.stock_unit, i.unit) as item_unit,
            i.volume_ml as item_volume_ml, i.cost as item_cost, coalesce(i.deleted_at is not null, false) as item_deleted,
            (select round(p.worth / p.stock_quantity / ${UNIT_RATIO('p.stock_unit', 'coalesce(l.stock_unit, i.unit)', 'i')})::bigint
               from delivery_lines p join deliveries d on d.id = p.delivery_id and d.status = 'posted'
              where p.item_id = l.item_id and p.cost_seq is not null and p.worth is not null and p.delivery_id <> l.delivery_id
                and (l.cost_seq is null or p.cost_seq < l.cost_seq)
              order by p.cost_seq desc limit 1) as bought_for
       from delivery_lines l join deliveries e on e.id = l.delivery_id left join items i on i.id = l.item_id
      where l.delivery_id = ? order by l.place`,
    [deliveryId],
  );
  return rows;
}

export const updateLine = (
  trx: Knex.Transaction,
  deliveryId: number,
  place: number,
  fields: Partial<DeliveryLineRow>,
): Promise<number> =>
  Object.keys(fields).length === 0
    ? Promise.resolve(1)
    : trx('delivery_lines').where({ delivery_id: deliveryId, place }).update(fields);

/** Takes from a draft's lines the items that only its former supplier's papers told. */
export const forgetRecalled = (trx: Knex.Transaction, deliveryId: number): Promise<number> =>
  trx('delivery_lines')
    .where({ delivery_id: deliveryId, recalled: true })
    .update({ item_id: null, factor: null, counted_in: null, recalled: false });

export interface UnitOfItem {
  id: number;
  unit: Unit;
  volume_ml: number | null;
}

export const selectUnits = (db: Db, ids: number[]): Promise<UnitOfItem[]> =>
  db('items').whereIn('id', ids).whereNull('deleted_at').select('id', 'unit', 'volume_ml');

/** All that a delivery's document has, and what it would bring if all of it came; null where lines are not decided. */
const SAID = `
  select array_agg(concat_ws('|', coalesce(l.code, l.name, l.item_id::text), l.quantity, l.unit) order by l.place) as rows,
         (select case when bool_and(b.quantity is not null) then jsonb_object_agg(coalesce(b.item_id, 0), b.quantity) end
            from (select s.item_id, case when bool_and(s.factor is not null) then sum(round(s.quantity * s.factor, 3)) end as quantity
                    from delivery_lines s where s.delivery_id = d.id and not s.skipped group by s.item_id) b) as brings
    from delivery_lines l where l.delivery_id = d.id`;

/** So many of the latest deliveries are compared: a paper is sent twice within days. */
const COMPARED = 50;

export interface DuplicateRow {
  id: number;
  posted_at: Date;
  same: DuplicateKind;
}

/**
 * Returns posted deliveries of the supplier with this number and day, and those with the same rows, or with rows that
 * bring the same, which no other number or day tells apart.
 */
export async function selectDuplicates(
  db: Db,
  { id, supplier_id, number, day }: Pick<DeliveryRow, 'id' | 'supplier_id' | 'number' | 'day'>,
): Promise<DuplicateRow[]> {
  if (supplier_id === null) return [];
  const { rows } = await db.raw<{ rows: DuplicateRow[] }>(
    `with own as (select said.* from deliveries d cross join lateral (${SAID}) said where d.id = :id),
     alike as (
       select d.id, d.posted_at, coalesce(d.number = :number and d.day is not distinct from :day, false) as is_number
         from deliveries d
        where d.supplier_id = :supplier_id and d.status = 'posted' and d.id <> :id
          and coalesce(d.number = cast(:number as text), true) and coalesce(d.day = cast(:day as text), true)
        order by is_number desc, d.id desc limit ${COMPARED})
     select d.id, d.posted_at, case when d.is_number then 'number' else 'rows' end as same
       from alike d cross join own
      where d.is_number
         or exists (select from (${SAID}) said where said.rows = own.rows or said.brings = own.brings)
      order by d.id`,
    { id, supplier_id, number, day },
  );
  return rows;
}
