import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('counts', (t) => {
    t.increments('id');
    t.uuid('key').notNullable().unique().comment("the client's own, so that opening twice opens one");
    t.text('title').notNullable();
    t.text('scope').notNullable().checkIn(['all', 'categories', 'items']);
    t.jsonb('categories').notNullable().defaultTo('[]').comment('of the scope `categories`');
    t.boolean('spot').notNullable().defaultTo(false).comment('a spot check: closing leaves the stock alone');
    t.boolean('blind').notNullable().defaultTo(false);
    t.decimal('recount_threshold', 12, 3).comment("in the item's unit; null: no line is asked for again by itself");
    t.text('status').notNullable().defaultTo('open').checkIn(['open', 'closed', 'cancelled']);
    t.jsonb('totals').comment('as of the last closing');
    t.jsonb('coverage').comment('as of the closing or cancelling; null: still counted');
    t.integer('opened_by').comment('users.id');
    t.timestamp('opened_at').notNullable();
    t.bigInteger('opened_seq')
      .notNullable()
      .comment('changes.seq up to which everything was written before the opening');
    t.integer('closed_by').comment('users.id');
    t.timestamp('closed_at');
  });

  await db.schema.createTable('count_areas', (t) => {
    t.increments('id');
    t.integer('count_id').notNullable().references('counts.id').index();
    t.text('name').notNullable();
    t.integer('user_id').comment('users.id: who counts it; null: whoever comes');
    t.timestamp('done_at').comment('its counter has finished');
    t.unique(['count_id', 'name'], { deferrable: 'deferred' });
  });

  // A line keeps its item's name and category as of the closing: items are renamed, recategorised and deleted later.
  await db.schema.createTable('count_lines', (t) => {
    t.integer('count_id').notNullable().references('counts.id');
    t.integer('item_id').notNullable().comment('items.id');
    t.integer('round').notNullable().defaultTo(1).comment('raised when the line is to be counted again');
    t.timestamp('recount_at').comment('when it was raised last');
    t.boolean('held').notNullable().comment('while an open count that will change the stock holds the item');
    t.text('name').notNullable();
    t.text('category').notNullable();
    t.text('group').notNullable();
    t.text('unit').notNullable();
    t.decimal('counted', 12, 3).comment('null: nobody has counted it, which is not zero');
    t.decimal('book', 12, 3).comment('our own stock at the moment of the last entry');
    t.decimal('expected', 12, 3).comment('by the accounts; null: not known');
    t.bigInteger('cost').comment('kopecks a unit');
    t.primary(['count_id', 'item_id']);
  });
  await db.raw('create unique index count_lines_held on count_lines (item_id) where held');

  // Entries add up; none is ever overwritten. An undone entry stays, with the user who undid it.
  await db.schema.createTable('count_entries', (t) => {
    t.uuid('id').primary().comment("the client's own, so that sending twice is harmless");
    t.bigIncrements('seq', { primaryKey: false });
    t.integer('count_id').notNullable().references('counts.id');
    t.integer('item_id').notNullable();
    t.integer('round').notNullable().comment('of the line, when it was entered');
    t.integer('area_id').references('count_areas.id');
    t.integer('user_id').notNullable().comment('users.id');
    t.decimal('quantity', 12, 3).notNullable();
    t.decimal('gross_weight_g', 9, 1);
    t.text('entry').notNullable().checkIn(['typed', 'scanned', 'weighed']);
    t.text('source').notNullable().checkIn(['web', 'scanner', 'scales', 'bot']);
    t.text('note');
    t.timestamp('at').notNullable().comment("by the client's clock, never later than ours");
    t.timestamp('created_at').notNullable().defaultTo(db.fn.now());
    t.timestamp('voided_at');
    t.integer('voided_by').comment('users.id');
    t.index(['count_id', 'item_id', 'round']);
    t.index(['count_id', 'seq']);
  });

  await db.schema.createTable('count_events', (t) => {
    t.bigIncrements('id');
    t.integer('count_id').notNullable().references('counts.id').index();
    t.text('kind').notNullable().checkIn(['opened', 'recount', 'closed', 'reopened', 'cancelled']);
    t.integer('user_id').comment('users.id');
    t.text('reason');
    t.timestamp('at').notNullable();
  });

  // partial: only closings write such changes
  await db.raw('create index changes_of_count on changes (count_id) where count_id is not null');
  await db.raw('create index changes_with_reason on changes (at) where reason is not null');
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop index changes_with_reason');
  await db.raw('drop index changes_of_count');
  for (const table of ['count_events', 'count_entries', 'count_lines', 'count_areas', 'counts']) {
    await db.schema.dropTable(table);
  }
}
