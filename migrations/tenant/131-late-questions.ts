import type { Knex } from 'knex';

/**
 * Whom the tenant has asked whether a late statement of the stock is to be written although it contradicts later records:
 * only the answer to that question confirms it, not one about a slip.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('late_questions', (t) => {
    t.uuid('change_id').primary().comment('the id that the change would have');
    t.timestamp('at').notNullable().defaultTo(db.fn.now());
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('late_questions');
}
