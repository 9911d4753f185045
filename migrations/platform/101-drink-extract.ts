import type { Knex } from 'knex';

/**
 * The extract of drinks as phones have it: its rows, each with the revision of the catalogue at which it last changed,
 * and the versions that were made of them. A removed row is kept as long as there are phones that may have it.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`create table drink_extract_rows (
    ean text collate "C" primary key, name text not null, volume_ml integer, since bigint not null,
    removed boolean not null default false)`);
  await db.raw('create index drink_extract_rows_since on drink_extract_rows (since)');
  await db.schema.createTable('drink_extract_versions', (t) => {
    t.bigInteger('revision').primary().comment('alias_revisions.revision up to which the catalogue was read');
    t.text('version').notNullable().unique().comment('the revision and the beginning of a hash of the rows');
    t.integer('rule').notNullable().comment('the number of the rule by which rows were chosen');
    t.integer('rows').notNullable();
    t.integer('size').notNullable().comment('bytes');
    t.timestamp('made_at').notNullable();
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('drink_extract_versions');
  await db.schema.dropTable('drink_extract_rows');
}
