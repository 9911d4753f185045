import type { Knex } from 'knex';

/** An answer that is delivered again, or a button of an earlier step, answers nothing more. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('bot_questions', (t) => {
    t.integer('step').notNullable().defaultTo(0).comment('how many answers have led to another question');
    t.uuid('moved_by').comment('the id of the first line of the update that answered it last or led to its step');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('bot_questions', (t) => t.dropColumns('step', 'moved_by'));
}
