/** The durable write of one change without the rest of the tenant: the floors of `changes.ts`. */
import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { ClientBase, Pool } from 'pg';

const ITEMS = 50;
export const anyItem = (): number => 1 + Math.floor(Math.random() * ITEMS);

export async function insertBenchItems(db: Knex): Promise<void> {
  const names = Array.from({ length: ITEMS }, (_, index) => `позиция ${index + 1}`);
  await db('items').insert(names.map((name) => ({ name, search_name: name, unit: 'л' })));
}

const write = {
  name: 'change',
  text: `with counted as (
           update items set quantity = quantity + $3::numeric, updated_at = now() where id = $2::int
        returning id, quantity)
         insert into changes (id, item_id, user_id, delta, before, after, method, given, source, at)
         select $1::uuid, id, 1, $3, quantity - $3, quantity, 'delta', $3, 'web', now() from counted
         on conflict (id) do nothing returning seq`,
};

export const writeInOneStatement = (db: ClientBase | Pool, id: string, itemId: number, delta: number) =>
  db.query({ ...write, values: [id, itemId, delta] });

/** Does what the tenant does: locks the item, looks for the id, writes the change and the quantity. */
export async function writeInTransaction(db: ClientBase): Promise<void> {
  const [id, itemId] = [randomUUID(), anyItem()];
  await db.query('begin');
  await db.query({ name: 'lock', text: 'select * from items where id = $1 for update', values: [itemId] });
  await db.query({ name: 'look', text: 'select * from changes where id = $1', values: [id] });
  await db.query({ ...write, values: [id, itemId, 0.001] });
  await db.query('commit');
}

/**
 * pgbench makes no uuid, so the id is composed of two of its numbers: PostgreSQL then compares the key with a constant.
 * A volatile function such as gen_random_uuid() in the `where` would make it read the whole log for each change.
 */
const pgbenchId = `('00000000-0000-4000-8' || lpad(to_hex(:high::int), 3, '0') || '-' || lpad(to_hex(:low::bigint), 12, '0'))::uuid`;
const pgbenchDraw = `\\set item random(1, ${ITEMS})
\\set high random(0, 4095)
\\set low random(0, 281474976710655)
`;
const pgbenchWrite = write.text
  .replaceAll('$1::uuid', pgbenchId)
  .replaceAll('$2', ':item')
  .replaceAll('$3', '0.001')
  .replaceAll('\n', ' ');

/** Both writes as pgbench scripts. */
export const pgbenchStatement = `${pgbenchDraw}${pgbenchWrite};
`;
export const pgbenchTransaction = `${pgbenchDraw}begin;
select * from items where id = :item::int for update;
select * from changes where id = ${pgbenchId};
${pgbenchWrite};
commit;
`;
