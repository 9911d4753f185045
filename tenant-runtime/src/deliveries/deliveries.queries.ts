import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { DeliveriesFilter } from '../../contract/deliveries.ts';
import type { Unit } from '../../contract/items.ts';
import type { DeliveryLineRow, DeliveryRow } from '../tables.ts';

/** Kopecks that were paid for the line `l`, as `worthOfLine` counts them. */
const WORTH = 'coalesce(l.gross, l.net + coalesce(l.vat, 0), round(l.quantity * l.price), 0)';

export type ListedDelivery = DeliveryRow & { supplier_name: string | null; lines: number; worth: number };

const listed = (db: Db) =>
  db('deliveries as d')
    .leftJoin('suppliers as s', 's.id', 'd.supplier_id')
    .select<ListedDelivery[]>(
      'd.*',
      's.name as supplier_name',
      db.raw('(select count(*)::int from delivery_lines l where l.delivery_id = d.id) as lines'),
      db.raw(
        `(select coalesce(sum(${WORTH}), 0)::bigint from delivery_lines l where l.delivery_id = d.id and not l.skipped) as worth`,
      ),
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

const filled = ['stock_quantity', 'worth', 'stock_before', 'cost_before', 'cost_after', 'cost_seq'] as const;
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
  item_name: string | null;
  item_unit: Unit | null;
  item_volume_ml: number | null;
  item_cost: number | null;
  item_deleted: boolean;
  /** Kopecks a unit, when the item was bought the last time before. */
  bought_for: number | null;
};

/** Returns the lines with their items, and what each item cost in the delivery before. */
export async function selectLines(db: Db, deliveryId: number): Promise<LineWithItem[]> {
  const { rows } = await db.raw<{ rows: LineWithItem[] }>(
    `select l.*, i.name as item_name, i.unit as item_unit, i.volume_ml as item_volume_ml, i.cost as item_cost,
            coalesce(i.deleted_at is not null, false) as item_deleted,
            (select round(p.worth / p.stock_quantity)::bigint from delivery_lines p
               join deliveries d on d.id = p.delivery_id and d.status = 'posted'
              where p.item_id = l.item_id and p.cost_seq is not null and p.worth is not null and p.delivery_id <> l.delivery_id
                and (l.cost_seq is null or p.cost_seq < l.cost_seq)
              order by p.cost_seq desc limit 1) as bought_for
       from delivery_lines l left join items i on i.id = l.item_id
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

export interface UnitOfItem {
  id: number;
  unit: Unit;
  volume_ml: number | null;
}

export const selectUnits = (db: Db, ids: number[]): Promise<UnitOfItem[]> =>
  db('items').whereIn('id', ids).whereNull('deleted_at').select('id', 'unit', 'volume_ml');

/** Returns posted deliveries of the supplier with this number and day. */
export const selectDuplicates = (
  db: Db,
  { id, supplier_id, number, day }: Pick<DeliveryRow, 'id' | 'supplier_id' | 'number' | 'day'>,
): Promise<{ id: number; posted_at: Date }[]> =>
  supplier_id === null || number === null
    ? Promise.resolve([])
    : db('deliveries')
        .where({ supplier_id, number, status: 'posted' })
        .whereRaw('day is not distinct from ?', [day])
        .whereNot({ id })
        .orderBy('id')
        .select('id', 'posted_at');
