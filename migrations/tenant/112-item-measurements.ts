import type { Knex } from 'knex';

/** What single weighings of an item's empty and full bottles gave: two that agree are worth telling the catalogue. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('item_measurements', (t) => {
    t.uuid('id').primary().comment("the client's own, so that sending twice is one weighing");
    t.bigIncrements('seq', { primaryKey: false });
    t.integer('item_id').notNullable().comment('items.id');
    t.integer('user_id').comment('users.id');
    t.text('bottle').notNullable().checkIn(['empty', 'full']);
    t.decimal('grams', 9, 1).notNullable().comment('of the bottle itself, without what stood on it');
    t.decimal('step_g', 6, 2).comment("the scale's step; null: not known, as of a typed weight");
    t.timestamp('at').notNullable();
    t.index(['item_id', 'seq']);
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('item_measurements');
}
