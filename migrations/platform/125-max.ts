import type { Knex } from 'knex';

/**
 * Bots of the messenger MAX, each of one tenant or shared by all. MAX numbers neither its updates nor its messages: they
 * get numbers here.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('max_bots', (t) => {
    t.increments('id');
    t.bigInteger('user_id').notNullable().unique();
    t.text('username').notNullable();
    t.text('token_sealed').notNullable();
    t.boolean('is_shared').notNullable().defaultTo(false);
    t.text('state').notNullable().defaultTo('ok').checkIn(['ok', 'revoked', 'unreachable']);
    t.timestamp('state_at');
    t.bigInteger('marker').comment('up to which events were polled');
    t.uuid('poller').comment('the api process that polls');
    t.timestamp('polled_until').comment('when another process may poll');
    t.specificType('sent_at', 'timestamptz[]')
      .notNullable()
      .defaultTo('{}')
      .comment('when the last messages were sent, the oldest first');
    t.timestamp('created_at').notNullable().defaultTo(db.fn.now());
  });
  await db.raw('create unique index max_bots_one_shared on max_bots (is_shared) where is_shared');

  await db.schema.alterTable('tenants', (t) => {
    t.integer('max_bot_id').references('max_bots.id').onDelete('SET NULL').index();
  });

  await db.schema.createTable('max_people', (t) => {
    t.comment('who writes to which tenants through a bot');
    t.integer('bot_id').notNullable().references('max_bots.id').onDelete('CASCADE');
    t.bigInteger('person_id').notNullable();
    t.text('tenant_id').notNullable().references('tenants.id').onDelete('CASCADE');
    t.timestamp('last_at').notNullable().comment('when the person last wrote to this tenant or chose it');
    t.primary(['bot_id', 'person_id', 'tenant_id']);
    t.index('tenant_id');
  });

  await db.schema.createTable('max_dialogs', (t) => {
    t.integer('bot_id').notNullable().references('max_bots.id').onDelete('CASCADE');
    t.bigInteger('person_id').notNullable();
    t.specificType('sent_at', 'timestamptz[]').notNullable().defaultTo('{}');
    t.primary(['bot_id', 'person_id']);
  });

  await db.schema.createTable('max_messages', (t) => {
    t.bigIncrements('id').comment('the number of the message for tenants');
    t.integer('bot_id').notNullable().references('max_bots.id').onDelete('CASCADE');
    t.text('mid').notNullable();
    t.bigInteger('person_id').notNullable();
    t.text('tenant_id').references('tenants.id').onDelete('CASCADE').index().comment('null for what is no tenant’s');
    t.timestamp('created_at').notNullable().defaultTo(db.fn.now()).index();
    t.unique(['bot_id', 'mid']);
  });

  await db.schema.createTable('max_events', (t) => {
    t.bigIncrements('id').comment('the number of the update for tenants');
    t.integer('bot_id').notNullable().references('max_bots.id').onDelete('CASCADE');
    t.text('key').notNullable().comment('what comes again has the same');
    t.bigInteger('person_id').notNullable();
    t.jsonb('event').notNullable();
    t.text('tenant_id').references('tenants.id').onDelete('CASCADE').index();
    t.timestamp('received_at').notNullable().defaultTo(db.fn.now()).index();
    t.boolean('awaits_venue').notNullable().defaultTo(false).comment('until the person has said which venue is meant');
    t.timestamp('claimed_until').comment('when another attempt may begin');
    t.integer('refusals').notNullable().defaultTo(0);
    t.timestamp('handled_at');
    t.timestamp('answered_at').comment('when a press was answered');
    t.unique(['bot_id', 'key']);
  });
  await db.raw('create index max_events_waiting on max_events (bot_id, person_id, id) where handled_at is null');

  await db.schema.alterTable('suspended_chats', (t) => {
    t.text('channel').notNullable().defaultTo('telegram').checkIn(['telegram', 'max']);
    t.dropPrimary();
    t.primary(['tenant_id', 'channel', 'chat_id']);
  });
}

export async function down(db: Knex): Promise<void> {
  await db('suspended_chats').whereNot({ channel: 'telegram' }).delete();
  await db.schema.alterTable('suspended_chats', (t) => {
    t.dropPrimary();
    t.dropColumn('channel');
    t.primary(['tenant_id', 'chat_id']);
  });
  await db.schema.alterTable('tenants', (t) => t.dropColumn('max_bot_id'));
  for (const table of ['max_events', 'max_messages', 'max_dialogs', 'max_people', 'max_bots'])
    await db.schema.dropTable(table);
}
