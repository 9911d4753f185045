import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { OpenCount } from '../../contract/counts.ts';

/**
 * Inserts lines in the order of item ids, so that two simultaneous openings wait for each other and never deadlock.
 * Returns their number.
 */
export async function insertScope(
  trx: Knex.Transaction,
  countId: number,
  { scope, categories, itemIds, spot }: OpenCount,
): Promise<number> {
  const { rowCount } = await trx.raw(
    `insert into count_lines (count_id, item_id, held, name, category, "group", unit)
     select cast(:countId as int), id, cast(:held as boolean), name, category, "group", unit from items
      where deleted_at is null
        and (:scope = 'all' or (:scope = 'categories' and category = any(:categories))
                            or (:scope = 'items' and id = any(:itemIds)))
      order by id`,
    { countId, scope, categories, itemIds, held: !spot },
  );
  return rowCount;
}

export async function insertLines(
  trx: Knex.Transaction,
  countId: number,
  itemIds: number[],
  held: boolean,
): Promise<void> {
  await trx.raw(
    `insert into count_lines (count_id, item_id, held, name, category, "group", unit)
     select cast(:countId as int), id, cast(:held as boolean), name, category, "group", unit from items where id = any(:itemIds) order by id
         on conflict (count_id, item_id) do nothing`,
    { countId, itemIds, held },
  );
}

const held = (db: Db): Knex.QueryBuilder =>
  db('count_lines as l').join('counts as c', 'c.id', 'l.count_id').where('l.held', true);

/** Returns the items that another open count holds and will change, with that count's title. */
export async function selectHeld(
  db: Db,
  itemIds: number[],
  besides: number,
): Promise<{ item_id: number; title: string }[]> {
  return held(db).whereRaw('l.item_id = any(?)', [itemIds]).whereNot('c.id', besides).select('l.item_id', 'c.title');
}

/** Returns one of the held items in the scope, for the text of the refusal. */
export async function findHeldInScope(
  db: Db,
  { scope, categories, itemIds }: Pick<OpenCount, 'scope' | 'categories' | 'itemIds'>,
): Promise<{ name: string; title: string } | undefined> {
  const query = held(db).join('items as i', 'i.id', 'l.item_id');
  if (scope === 'categories') query.whereIn('i.category', categories);
  if (scope === 'items') query.whereRaw('i.id = any(?)', [itemIds]);
  return query.orderBy('i.id').first('i.name', 'c.title');
}

export async function findHeldOfLines(db: Db, countId: number): Promise<{ name: string; title: string } | undefined> {
  return held(db)
    .join('count_lines as own', 'own.item_id', 'l.item_id')
    .where('own.count_id', countId)
    .whereNot('c.id', countId)
    .first('own.name', 'c.title');
}
