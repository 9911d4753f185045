import type { Db } from '@ostatok/kit/node/db.ts';
import type { Method } from '../../contract/changes.ts';
import type {
  CountEntryRow,
  CountLineRow,
  CountRow,
  DeliveryLineRow,
  DeliveryRow,
  DishRow,
  ItemRow,
  OrderLineRow,
  OrderRow,
  RecipeLineRow,
  RecipeRow,
  SaleRow,
  SecurityRow,
  SupplierRow,
  TillDishRow,
  UserRow,
} from '../tables.ts';
import { userName } from '../user-name-sql.ts';

const BATCH = 5000;

export const removedItems = (db: Db, afterId: number): Promise<(ItemRow & { deleted_at: Date })[]> =>
  db('items').whereNotNull('deleted_at').where('id', '>', afterId).orderBy('id').limit(BATCH).select('*');

export type ListedCount = Pick<CountRow, 'id' | 'title' | 'status' | 'spot' | 'opened_at' | 'closed_at'> & {
  opened_by: string | null;
  closed_by: string | null;
};

export const allCounts = (db: Db, afterId: number): Promise<ListedCount[]> =>
  db('counts as c')
    .leftJoin('users as o', 'o.id', 'c.opened_by')
    .leftJoin('users as x', 'x.id', 'c.closed_by')
    .where('c.id', '>', afterId)
    .orderBy('c.id')
    .limit(BATCH)
    .select('c.id', 'c.title', 'c.status', 'c.spot', 'c.opened_at', 'c.closed_at')
    .select<ListedCount[]>(db.raw(`${userName('o')} as opened_by, ${userName('x')} as closed_by`));

/** A line of a count; `id` is the item's. */
export type ListedLine = Pick<
  CountLineRow,
  'count_id' | 'name' | 'category' | 'unit' | 'counted' | 'book' | 'expected' | 'cost'
> & { id: number; title: string };

export const allCountLines = (db: Db, after: ListedLine | undefined): Promise<ListedLine[]> =>
  db('count_lines as l')
    .join('counts as c', 'c.id', 'l.count_id')
    .whereRaw('(l.count_id, l.item_id) > (?, ?)', [after?.count_id ?? 0, after?.id ?? 0])
    .orderBy(['l.count_id', 'l.item_id'])
    .limit(BATCH)
    .select('l.count_id', 'l.item_id as id', 'c.title', 'l.name', 'l.category', 'l.unit')
    .select<ListedLine[]>('l.counted', 'l.book', 'l.expected', 'l.cost');

export type ListedEntry = Pick<
  CountEntryRow,
  'count_id' | 'round' | 'quantity' | 'source' | 'note' | 'at' | 'voided_at'
> & {
  /** Its position in the log. */
  id: number;
  title: string;
  name: string | null;
  unit: string | null;
  user_name: string | null;
  method: Method;
};

export const allCountEntries = (db: Db, afterSeq: number): Promise<ListedEntry[]> =>
  db('count_entries as e')
    .join('counts as c', 'c.id', 'e.count_id')
    .leftJoin('items as i', 'i.id', 'e.item_id')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .where('e.seq', '>', afterSeq)
    .orderBy('e.seq')
    .limit(BATCH)
    .select('e.seq as id', 'e.count_id', 'e.round', 'e.quantity', 'e.source', 'e.note', 'e.at', 'e.voided_at')
    .select('e.entry as method', 'c.title', 'i.name', 'i.unit')
    .select<ListedEntry[]>(db.raw(`${userName('u')} as user_name`));

export const allSuppliers = (db: Db, afterId: number): Promise<SupplierRow[]> =>
  db<SupplierRow>('suppliers').where('id', '>', afterId).orderBy('id').limit(BATCH).select('*');

export type WholeDelivery = DeliveryRow & { supplier: string | null; posted_by_name: string | null };

export const allDeliveries = (db: Db, afterId: number): Promise<WholeDelivery[]> =>
  db('deliveries as d')
    .leftJoin('suppliers as s', 's.id', 'd.supplier_id')
    .leftJoin('users as u', 'u.id', 'd.posted_by')
    .where('d.id', '>', afterId)
    .orderBy('d.id')
    .limit(BATCH)
    .select<WholeDelivery[]>('d.*', 's.name as supplier', db.raw(`${userName('u')} as posted_by_name`));

/** A line of a delivery; `id` is its place. */
export type WholeDeliveryLine = Omit<DeliveryLineRow, 'marks' | 'proposals' | 'place'> & {
  id: number;
  item_name: string | null;
  item_unit: string | null;
};

export const allDeliveryLines = (db: Db, after: WholeDeliveryLine | undefined): Promise<WholeDeliveryLine[]> =>
  db('delivery_lines as l')
    .leftJoin('items as i', 'i.id', 'l.item_id')
    .whereRaw('(l.delivery_id, l.place) > (?, ?)', [after?.delivery_id ?? 0, after?.id ?? 0])
    .orderBy(['l.delivery_id', 'l.place'])
    .limit(BATCH)
    .select('l.*', 'l.place as id', 'i.name as item_name')
    .select<WholeDeliveryLine[]>(db.raw('coalesce(l.stock_unit, i.unit) as item_unit'));

export const allDishes = (db: Db, afterId: number): Promise<DishRow[]> =>
  db<DishRow>('dishes').where('id', '>', afterId).orderBy('id').limit(BATCH).select('*');

/** A line of a recipe with its revision; `id` is its place. */
export type WholeRecipeLine = Omit<RecipeLineRow, 'key' | 'proposals' | 'place'> &
  Pick<RecipeRow, 'size' | 'valid_from' | 'yield'> & {
    id: number;
    dish: string;
    item_name: string | null;
    used_dish: string | null;
  };

export const allRecipeLines = (db: Db, after: WholeRecipeLine | undefined): Promise<WholeRecipeLine[]> =>
  db('recipe_lines as l')
    .join('recipes as r', 'r.id', 'l.recipe_id')
    .join('dishes as d', 'd.id', 'r.dish_id')
    .leftJoin('items as i', 'i.id', 'l.item_id')
    .leftJoin('dishes as u', 'u.id', 'l.used_dish_id')
    .whereRaw('(l.recipe_id, l.place) > (?, ?)', [after?.recipe_id ?? 0, after?.id ?? 0])
    .orderBy(['l.recipe_id', 'l.place'])
    .limit(BATCH)
    .select('l.recipe_id', 'l.place as id', 'l.text', 'l.amount', 'l.unit', 'l.skipped', 'l.quantity')
    .select('l.item_id', 'l.used_dish_id', 'r.size', 'r.valid_from', 'r.yield')
    .select<WholeRecipeLine[]>('d.name as dish', 'i.name as item_name', 'u.name as used_dish');

export type WholeTillDish = TillDishRow & { source: string; item_name: string | null; item_unit: string | null };

export const allTillDishes = (db: Db, afterId: number): Promise<WholeTillDish[]> =>
  db('till_dishes as d')
    .join('sales_sources as s', 's.id', 'd.source_id')
    .leftJoin('items as i', 'i.id', 'd.item_id')
    .where('d.id', '>', afterId)
    .orderBy('d.id')
    .limit(BATCH)
    .select<WholeTillDish[]>('d.*', 's.name as source', 'i.name as item_name', 'i.unit as item_unit');

/** A line of an order; `id` is the order's. */
export type WholeOrderLine = OrderLineRow &
  Pick<OrderRow, 'state' | 'note' | 'created_at' | 'closed_at'> & {
    id: number;
    supplier: string;
    author: string | null;
    received: string;
  };

export async function allOrderLines(db: Db, after: WholeOrderLine | undefined): Promise<WholeOrderLine[]> {
  const { rows } = await db.raw<{ rows: WholeOrderLine[] }>(
    `select l.*, o.id, o.state, o.note, o.created_at, o.closed_at, s.name as supplier, ${userName('u')} as author,
            coalesce((select sum(r.quantity) from order_receipts r
                       where r.order_id = l.order_id and r.place = l.place), 0) as received
       from order_lines l join orders o on o.id = l.order_id join suppliers s on s.id = o.supplier_id
       left join users u on u.id = o.created_by
      where (l.order_id, l.place) > (?, ?) order by l.order_id, l.place limit ${BATCH}`,
    [after?.order_id ?? 0, after?.place ?? 0],
  );
  return rows;
}

/** Sales of one dish on one day; `id` is the dish's. */
export type WholeSale = SaleRow & { id: number; source: string; dish: string };

export const allSales = (db: Db, after: WholeSale | undefined): Promise<WholeSale[]> =>
  db('sales as x')
    .join('sales_sources as s', 's.id', 'x.source_id')
    .join('till_dishes as d', 'd.id', 'x.till_dish_id')
    .whereRaw('(x.source_id, x.day, x.store, x.till_dish_id, x.kind) > (?, ?, ?, ?, ?)', [
      after?.source_id ?? 0,
      after?.day ?? '',
      after?.store ?? '',
      after?.till_dish_id ?? 0,
      after?.kind ?? '',
    ])
    .orderBy(['x.source_id', 'x.day', 'x.store', 'x.till_dish_id', 'x.kind'])
    .limit(BATCH)
    .select<WholeSale[]>('x.*', 'x.till_dish_id as id', 's.name as source', 'd.name as dish');

/** A preset tare; `id` is its place in the list. */
export interface ListedTare {
  id: number;
  name: string;
  grams: number;
}

export async function allPresetTares(db: Db, afterId: number): Promise<ListedTare[]> {
  const { rows } = await db.raw<{ rows: ListedTare[] }>(
    `select place::int as id, tare->>'name' as name, (tare->>'grams')::float8 as grams
       from settings, jsonb_array_elements(value) with ordinality as listed(tare, place)
      where settings.name = 'presetTares' and place > ? order by place`,
    [afterId],
  );
  return rows;
}

export type ListedUser = Pick<
  UserRow,
  'id' | 'username' | 'name' | 'role' | 'telegram_id' | 'max_id' | 'created_at' | 'removed_at'
>;

export const allUsers = (db: Db, afterId: number): Promise<ListedUser[]> =>
  db<UserRow>('users')
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(BATCH)
    .select('id', 'username', 'name', 'role', 'telegram_id', 'max_id', 'created_at', 'removed_at');

export type ListedSecurityEvent = SecurityRow & { id: number; user_name: string | null; actor_name: string | null };

export const allSecurityEvents = (db: Db, afterId: number): Promise<ListedSecurityEvent[]> =>
  db('security_events as s')
    .leftJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('users as a', 'a.id', 's.actor_id')
    .where('s.id', '>', afterId)
    .orderBy('s.id')
    .limit(BATCH)
    .select<ListedSecurityEvent[]>('s.*', db.raw(`${userName('u')} as user_name, ${userName('a')} as actor_name`));
