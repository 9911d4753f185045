import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { OpenCount } from '../../contract/counts.ts';

/** In the order of their ids: two openings at once wait for each other and never cross. Answers how many. */
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

/** Items that another open count which will change the stock holds already, and its title. */
export async function selectHeld(
  db: Db,
  itemIds: number[],
  besides: number,
): Promise<{ item_id: number; title: string }[]> {
  return held(db).whereRaw('l.item_id = any(?)', [itemIds]).whereNot('c.id', besides).select('l.item_id', 'c.title');
}

/** One of the held items in the scope, for the sentence that refuses it. */
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
