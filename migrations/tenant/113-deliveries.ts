import type { Knex } from 'knex';

const sources = ['web', 'scanner', 'scales', 'bot', 'import', 'count'];

async function knowSources(db: Knex, known: string[]): Promise<void> {
  await db.raw('alter table changes drop constraint changes_source_known');
  await db.raw(
    `alter table changes add constraint changes_source_known
       check (source in (${known.map((source) => `'${source}'`).join(', ')})) not valid`,
  );
}

/** What suppliers bring. A posted delivery is ordinary changes of the source `delivery`. */
export async function up(db: Knex): Promise<void> {
  await knowSources(db, [...sources, 'delivery']);

  await db.schema.createTable('suppliers', (t) => {
    t.increments('id');
    t.text('name').notNullable();
    t.text('inn');
    t.specificType('codes', 'text[]').notNullable().defaultTo('{}').comment('what files call them');
    t.text('phone');
    t.text('email');
    t.text('telegram');
    t.text('note');
    t.jsonb('layout').comment('in which columns their tables have what');
    t.timestamp('created_at').notNullable();
    t.timestamp('removed_at');
  });
  await db.raw('create unique index suppliers_name_key on suppliers (lower(name)) where removed_at is null');

  await db.schema.createTable('supplier_articles', (t) => {
    t.integer('supplier_id').notNullable().comment('suppliers.id');
    t.text('key').notNullable().comment("the supplier's code of the article, or its name where it has none");
    t.integer('item_id').notNullable().comment('items.id');
    t.decimal('factor', 14, 6).notNullable().comment("units of the item in one unit of the supplier's");
    t.integer('user_id').comment('users.id: who has confirmed it last');
    t.timestamp('at').notNullable();
    t.primary(['supplier_id', 'key']);
  });

  await db.schema.createTable('deliveries', (t) => {
    t.increments('id');
    t.uuid('key').notNullable().unique().comment("the client's own, so that sending twice makes one");
    t.text('status').notNullable().defaultTo('draft').checkIn(['draft', 'posted', 'reversed']);
    t.integer('supplier_id').comment('suppliers.id; null: not known yet');
    t.text('kind').notNullable().comment('the format of the file, or `manual`');
    t.text('file').comment('its name as uploaded');
    t.jsonb('said_supplier').comment('what the file says of the supplier');
    t.text('number');
    t.text('day').comment('2026-11-28, as the document says');
    t.jsonb('totals').comment('the own totals of the document, and what its lines add up to');
    t.jsonb('warnings').notNullable().defaultTo('[]');
    t.timestamp('received_at').comment('when the goods came, as far as its changes say');
    t.integer('created_by').comment('users.id');
    t.timestamp('created_at').notNullable();
    t.integer('posted_by').comment('users.id');
    t.timestamp('posted_at');
    t.integer('reversed_by').comment('users.id');
    t.timestamp('reversed_at');
    t.index(['supplier_id', 'number']);
  });

  await db.schema.createTable('delivery_lines', (t) => {
    t.integer('delivery_id').notNullable().references('deliveries.id').onDelete('CASCADE');
    t.integer('place').notNullable().comment('from 1, in the order of the document');
    t.integer('number').notNullable().comment('as the document numbers it');
    t.text('code');
    t.text('name');
    t.text('unit').comment('as the document writes it');
    t.decimal('packs', 12, 3);
    t.decimal('in_pack', 12, 3);
    t.decimal('quantity', 12, 3).notNullable().comment("in the document's unit");
    t.decimal('price', 20, 8).comment('kopecks for one of them, as the document says');
    t.bigInteger('net').comment('kopecks');
    t.bigInteger('vat').comment('kopecks');
    t.bigInteger('gross').comment('kopecks');
    t.text('vat_rate');
    t.jsonb('marks').notNullable().defaultTo('[]');
    t.text('alccode');
    t.text('ean');
    t.integer('volume_ml');
    t.boolean('skipped').notNullable().defaultTo(false).comment('nothing that stands on a shelf');
    t.integer('item_id').comment('items.id; null: not decided');
    t.decimal('factor', 14, 6).comment("units of the item in one unit of the document's");
    t.jsonb('proposals').notNullable().defaultTo('[]').comment('items that it may be, the most probable first');
    t.decimal('stock_quantity', 12, 3).comment("in the item's unit, once it is posted");
    t.bigInteger('worth').comment('kopecks that were paid for it; null: not known');
    t.decimal('stock_before', 12, 3).comment('what it met, once it is posted');
    t.bigInteger('cost_before').comment('kopecks a unit of the item, before it and after it');
    t.bigInteger('cost_after');
    t.bigInteger('cost_seq').comment('the order in which the cost of its item was moved');
    t.primary(['delivery_id', 'place']);
  });
  await db.raw('create index delivery_lines_of_item on delivery_lines (item_id, cost_seq) where cost_seq is not null');

  await db.schema.createTable('delivery_changes', (t) => {
    t.uuid('change_id').primary().comment('changes.id');
    t.integer('delivery_id').notNullable().references('deliveries.id').index();
    t.integer('place').notNullable().comment('of the line');
    t.text('purpose').notNullable().checkIn(['goods', 'reverse', 'absorbed']);
    t.uuid('statement').comment('changes.id: the quantity that somebody stated with the goods in sight');
  });
  await db.raw('create index delivery_changes_statement on delivery_changes (statement) where statement is not null');
}

export async function down(db: Knex): Promise<void> {
  for (const table of ['delivery_changes', 'delivery_lines', 'deliveries', 'supplier_articles', 'suppliers']) {
    await db.schema.dropTable(table);
  }
  await knowSources(db, sources);
}
