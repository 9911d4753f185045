import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('mails', (t) => {
    t.uuid('id').primary();
    t.text('recipient').notNullable();
    t.text('template').notNullable();
    t.text('data_sealed').comment(
      'what the template is filled with, links included; emptied when the letter is settled',
    );
    t.text('status').notNullable().defaultTo('queued').checkIn(['queued', 'sending', 'sent', 'failed']);
    t.integer('attempts').notNullable().defaultTo(0);
    t.timestamp('next_attempt_at').notNullable().defaultTo(db.fn.now());
    t.timestamp('claimed_at');
    t.text('error');
    t.timestamp('created_at').notNullable().defaultTo(db.fn.now()).index();
    t.timestamp('settled_at').comment('sent or given up');
  });
  await db.raw(`create index mails_due on mails (next_attempt_at) where status in ('queued', 'sending')`);
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('mails');
}
