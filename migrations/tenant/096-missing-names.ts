import type { Knex } from 'knex';

/** A message of the bot may ask for the name that belongs to a quantity. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('bot_replies', (t) => {
    t.uuid('change_id').comment('of the change that an answer with a name makes, so that it is made once');
    t.text('quantity').comment('the quantity as it was written, without its name');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('bot_replies', (t) => t.dropColumns('change_id', 'quantity'));
}
