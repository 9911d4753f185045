import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw('create extension if not exists pg_trgm');

  await db.schema.createTable('users', (t) => {
    t.increments('id');
    t.text('username').notNullable().comment('lower case, without @; the Telegram username where there is one');
    t.text('name').notNullable().defaultTo('');
    t.text('role').notNullable().defaultTo('user').checkIn(['admin', 'user']);
    t.text('password_hash');
    t.bigInteger('telegram_id').unique();
    t.integer('token_version').notNullable().defaultTo(1).comment('raised to sign the user out everywhere');
    t.timestamp('created_at').notNullable().defaultTo(db.fn.now());
    t.timestamp('removed_at');
  });
  await db.raw('create unique index users_username_key on users (username) where removed_at is null');

  await db.schema.createTable('items', (t) => {
    t.increments('id');
    t.text('name').notNullable();
    t.text('search_name').notNullable().comment('name as the search sees it: lower case, ё as е, single spaces');
    t.text('article');
    t.text('ean').comment('digits as on the label, check digit verified');
    t.text('category').notNullable().defaultTo('');
    t.text('group').notNullable().defaultTo('other').checkIn(['strong', 'wine', 'soft', 'other']);
    t.text('unit').notNullable().checkIn(['л', 'кг', 'шт']);
    t.decimal('quantity', 12, 3).notNullable().defaultTo(0).comment('the sum of its changes');
    t.decimal('expected', 12, 3).comment('by the accounts; null: not known');
    t.decimal('par', 12, 3);
    t.bigInteger('cost').comment('kopecks a unit');
    t.integer('volume_ml');
    t.decimal('weight_empty_g', 8, 1);
    t.decimal('weight_full_g', 8, 1);
    t.decimal('density_g_per_ml', 6, 4);
    t.timestamp('created_at').notNullable().defaultTo(db.fn.now());
    // not indexed: every change writes it, and PostgreSQL updates in place only columns without an index
    t.timestamp('updated_at').notNullable().defaultTo(db.fn.now());
    t.timestamp('deleted_at');
  });
  await db.raw(
    `create unique index items_name_key on items (search_name, coalesce(article, '')) where deleted_at is null`,
  );
  await db.raw('create unique index items_ean_key on items (ean) where deleted_at is null and ean is not null');

  // No foreign keys: neither items nor users are ever deleted, and every writer has locked its items. Checking each row
  // of an import again would take a third of the time of writing it.
  await db.schema.createTable('changes', (t) => {
    t.uuid('id').primary().comment("the client's own, so that sending twice is harmless");
    t.bigIncrements('seq', { primaryKey: false }).unique();
    t.integer('item_id').notNullable().comment('items.id');
    t.integer('user_id').comment('users.id; null: the platform itself, as an import at provisioning');
    t.decimal('delta', 12, 3).notNullable();
    t.decimal('before', 12, 3).notNullable();
    t.decimal('after', 12, 3).notNullable();
    t.text('method').notNullable().checkIn(['delta', 'set', 'weight']).comment('how the amount was given');
    t.decimal('given', 12, 3)
      .notNullable()
      .comment('as given: the delta, the new quantity or the gross weight in grams');
    t.text('source').notNullable().checkIn(['web', 'scanner', 'scales', 'bot', 'import']);
    t.text('note');
    t.uuid('undoes').references('changes.id');
    t.timestamp('at').notNullable().comment("by the client's clock, never later than ours");
    t.timestamp('created_at').notNullable().defaultTo(db.fn.now());
    t.index(['item_id', 'seq']);
    t.index(['user_id', 'seq']);
  });
  // partial: few changes undo another, and an import of 100,000 would fill the index with nulls
  await db.raw('create unique index changes_undoes_key on changes (undoes) where undoes is not null');
}

export async function down(db: Knex): Promise<void> {
  for (const table of ['changes', 'items', 'users']) await db.schema.dropTable(table);
}
