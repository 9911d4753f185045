import type { Knex } from 'knex';

/** What is about to be written into the chat, of counts and of everything else, and counts that are due on certain days. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('notices', (t) => {
    t.bigIncrements('id');
    t.text('kind').notNullable().comment('any: a later release has more of them');
    t.jsonb('data').notNullable().comment('what it is about, by its kind');
    t.integer('user_id').comment('users.id: who did it, and need not be notified');
    t.timestamp('created_at').notNullable();
    t.jsonb('notified').notNullable().defaultTo('[]').comment('users.id of those who have received it');
    t.timestamp('claimed_until').comment('some process is sending it until then');
    t.timestamp('done_at');
  });
  await db.raw('create index notices_unsent on notices (id) where done_at is null');
  // an instance of an earlier release goes on with its own table until it ends
  await db.raw(
    `with unsent as (
       update count_notices set done_at = now() where done_at is null and claimed_until is null returning *)
     insert into notices (kind, data, user_id, created_at, notified)
       select kind, jsonb_strip_nulls(jsonb_build_object('countId', count_id, 'areaId', area_id)), user_id, created_at, told
         from unsent order by id`,
  );

  await db.schema.createTable('scheduled_counts', (t) => {
    t.increments('id');
    t.text('title').notNullable();
    t.specificType('weekdays', 'smallint[]').notNullable().comment('1 is Monday');
    t.text('time').notNullable().comment('23:30, on the clock of the tenant');
    t.integer('missed_after_min').notNullable().comment('from then on administrators are notified');
    t.jsonb('user_ids').notNullable().defaultTo('[]').comment('users.id of who is reminded; empty: everyone');
    t.jsonb('opening').notNullable().comment('what the count is opened with');
    t.boolean('active').notNullable();
    t.timestamp('since').notNullable().comment('when its times were last set: none before it is due');
    t.timestamp('created_at').notNullable();
    t.timestamp('deleted_at');
  });

  await db.schema.createTable('due_counts', (t) => {
    t.increments('id');
    t.integer('scheduled_count_id').notNullable().references('scheduled_counts.id');
    t.timestamp('due_at').notNullable();
    t.uuid('key').notNullable().unique().comment('counts.key of the count it is begun with');
    t.timestamp('missed_after').notNullable();
    t.timestamp('missed_at').comment('when administrators were notified that nobody had begun');
    t.timestamp('started_at').comment('when a count was seen to have begun');
    t.integer('count_id').references('counts.id');
    t.unique(['scheduled_count_id', 'due_at']);
  });
  await db.raw(
    'create index due_counts_undecided on due_counts (missed_after) where missed_at is null and started_at is null',
  );
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('due_counts');
  await db.schema.dropTable('scheduled_counts');
  await db.schema.dropTable('notices');
}
