import type { Knex } from 'knex';

/** When an item's stock was last changed, as opposed to edits of its card or its price. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('items', (t) => {
    t.timestamp('changed_at').comment('the latest time of its changes; null: it never had one');
  });
  await db.raw(
    `update items set changed_at = last.at
       from (select item_id, max(at) as at from changes group by item_id) last where last.item_id = items.id`,
  );
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('items', (t) => t.dropColumn('changed_at'));
}
