import type { Knex } from 'knex';

/** Additional names of an item, taught in the chat. An undo may cover several changes, or count entries. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('items', (t) => {
    t.jsonb('names').notNullable().defaultTo('[]').comment('text[]: further names that the chat takes for the item');
  });
  await db.schema.alterTable('bot_questions', (t) => {
    t.boolean('teaches')
      .notNullable()
      .defaultTo(false)
      .comment('the answer gives the item the name that was asked about');
  });
  await db.schema.alterTable('bot_undos', (t) => {
    t.setNullable('change_id');
    t.jsonb('targets').comment('[{id, countId}]: changes, or entries of a count, in the order they are taken back');
  });
}

export async function down(db: Knex): Promise<void> {
  await db('bot_undos').whereNull('change_id').delete();
  await db.schema.alterTable('bot_undos', (t) => {
    t.dropColumn('targets');
    t.dropNullable('change_id');
  });
  await db.schema.alterTable('bot_questions', (t) => t.dropColumn('teaches'));
  await db.schema.alterTable('items', (t) => t.dropColumn('names'));
}
