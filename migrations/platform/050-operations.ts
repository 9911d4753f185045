import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('operations', (t) => {
    t.uuid('id').primary();
    t.bigIncrements('number', { primaryKey: false }).unique().comment('in the order they were begun');
    t.text('kind').notNullable();
    t.text('title').notNullable().comment('Russian, for a person; names nobody');
    t.text('status')
      .notNullable()
      .defaultTo('queued')
      .checkIn(['queued', 'running', 'paused', 'done', 'failed', 'canceled']);
    t.jsonb('input').notNullable().defaultTo('{}');
    t.text('unique_key').comment('of those under way at most one has it');
    t.integer('total').notNullable();
    t.integer('done').notNullable().defaultTo(0);
    t.integer('failed').notNullable().defaultTo(0);
    t.integer('skipped').notNullable().defaultTo(0);
    t.text('message');
    t.jsonb('result');
    t.integer('started_by').references('users.id').onDelete('SET NULL').comment('null: the platform itself');
    t.timestamp('created_at').notNullable();
    t.timestamp('started_at');
    t.timestamp('finished_at').comment('null: under way, also while a canceled one ends what it has begun');
  });
  await db.raw('create unique index operations_unique_key on operations (unique_key) where finished_at is null');
  await db.raw('create index operations_unfinished on operations (number) where finished_at is null');
  await db.raw('create index operations_finished on operations (finished_at) where finished_at is not null');

  await db.schema.createTable('operation_items', (t) => {
    t.uuid('operation_id').notNullable().references('operations.id').onDelete('CASCADE');
    t.integer('position').notNullable();
    t.text('key').notNullable();
    t.text('label').notNullable();
    t.jsonb('payload');
    t.text('status').notNullable().defaultTo('waiting').checkIn(['waiting', 'running', 'done', 'skipped', 'failed']);
    t.integer('attempt').notNullable().defaultTo(0).comment('how often it was begun');
    t.text('message');
    t.jsonb('result');
    t.integer('ms');
    t.primary(['operation_id', 'position']);
    t.unique(['operation_id', 'key']);
  });
  await db.raw(`create index operation_items_open on operation_items (operation_id, position)
                where status in ('waiting', 'running')`);
}

export async function down(db: Knex): Promise<void> {
  for (const table of ['operation_items', 'operations']) await db.schema.dropTable(table);
}
