import type { Knex } from 'knex';

/** Marks of bottles: which a delivery has brought, whose they are, and which a count has seen. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('delivery_marks', (t) => {
    t.integer('delivery_id').notNullable().references('deliveries.id').onDelete('CASCADE');
    t.text('mark').notNullable().comment('in its stored form').index();
    t.integer('place').notNullable().comment('of the line, which has the item');
    t.primary(['delivery_id', 'mark']);
  });
  await db.raw(
    `insert into delivery_marks (delivery_id, mark, place)
     select distinct on (l.delivery_id, m.mark) l.delivery_id, m.mark, l.place
       from delivery_lines l cross join lateral jsonb_array_elements_text(l.marks) as m(mark)
      where length(m.mark) between 20 and 200
      order by l.delivery_id, m.mark, l.place`,
  );
  await db.raw('create index delivery_lines_alccode on delivery_lines (alccode) where alccode is not null');

  await db.schema.createTable('mark_items', (t) => {
    t.text('key').primary().comment('a mark, or the alccode of a stamp');
    t.integer('item_id').notNullable().comment('items.id');
    t.integer('user_id').comment('users.id: who has said it last');
    t.timestamp('at').notNullable();
  });

  await db.schema.alterTable('count_entries', (t) => {
    t.text('mark').comment('of the whole bottle that was counted by it');
  });
  await db.raw(
    `create unique index count_entries_mark on count_entries (count_id, mark, round)
      where mark is not null and voided_at is null`,
  );
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('count_entries', (t) => t.dropColumn('mark'));
  await db.schema.dropTable('mark_items');
  await db.raw('drop index delivery_lines_alccode');
  await db.schema.dropTable('delivery_marks');
}
