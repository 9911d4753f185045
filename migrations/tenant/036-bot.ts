import type { Knex } from 'knex';

/** The bot's memory for correcting, counting and answering: which message made which changes, who counts where. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('bot_messages', (t) => {
    t.bigInteger('update_id').primary().comment('of the message or of one of its edits');
    t.bigInteger('chat_id').notNullable();
    t.bigInteger('message_id').notNullable();
    t.integer('item_id').comment("items.id: it answers that item's card with just a quantity");
    t.integer('count_id').comment('counts.id: its lines are entries of that count, not changes');
    t.integer('area_id').comment('count_areas.id, of that count');
    t.jsonb('change_ids')
      .notNullable()
      .comment('of the changes or entries its lines make, those still asked about included');
    t.jsonb('plan').comment('of an edit: what it does, so that an edit delivered again does the same');
    t.timestamp('created_at').notNullable().index();
    t.index(['chat_id', 'message_id']);
  });

  await db.schema.createTable('bot_replies', (t) => {
    t.bigInteger('chat_id').notNullable();
    t.bigInteger('message_id').notNullable().comment("of the bot's own message, which a person may answer");
    t.integer('item_id').comment('items.id: an answer with just a quantity changes it');
    t.text('ean').comment('of no item yet: an answer with a name adds one');
    t.timestamp('created_at').notNullable().index();
    t.primary(['chat_id', 'message_id']);
  });

  await db.schema.createTable('bot_counters', (t) => {
    t.integer('user_id').primary().comment('users.id: their messages are entries of the count');
    t.integer('count_id').notNullable().comment('counts.id');
    t.integer('area_id').comment('count_areas.id');
    t.timestamp('joined_at').notNullable();
  });

  await db.schema.createTable('bot_files', (t) => {
    t.increments('id');
    t.text('file_id').notNullable().comment("Telegram's: longer than a button may carry");
    t.text('name').notNullable();
    t.timestamp('created_at').notNullable().index();
  });

  await db.schema.alterTable('bot_questions', (t) => {
    t.text('reason').checkIn(['waste', 'comp', 'transfer']);
    t.text('ean').comment('of the item to be added; nothing is counted with it');
    t.integer('count_id').comment('counts.id: the answer makes an entry, not a change');
    t.integer('area_id').comment('count_areas.id');
  });
  await db.schema.alterTable('newcomers', (t) => {
    t.timestamp('admitted_at');
    t.text('decided_by').comment('the name of the administrator who has admitted or refused them');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('newcomers', (t) => t.dropColumns('admitted_at', 'decided_by'));
  await db.schema.alterTable('bot_questions', (t) => t.dropColumns('reason', 'ean', 'count_id', 'area_id'));
  for (const table of ['bot_files', 'bot_counters', 'bot_replies', 'bot_messages']) await db.schema.dropTable(table);
}
