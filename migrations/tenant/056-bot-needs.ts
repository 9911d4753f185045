import type { Knex } from 'knex';

/** A question may ask for a missing field of the item, and stores everything that the line said. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('bot_questions', (t) => {
    t.text('need').checkIn(['volume', 'pack']).comment('what a bottle or a case of the item holds');
    t.boolean('sets').notNullable().defaultTo(false).comment('the amounts are what there is now, not a difference');
    t.text('note').comment("of the change, as the line's end told it");
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('bot_questions', (t) => t.dropColumns('need', 'sets', 'note'));
}
