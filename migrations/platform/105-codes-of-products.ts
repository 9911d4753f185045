import type { Knex } from 'knex';

/**
 * A product may have several codes: further ones point at its main one, and a case's code says how many bottles it means.
 * No row is rewritten, however long the catalogue is: defaults are constant, the check is of new rows, and the index, of
 * rows that nobody has written yet, is one reading of the table (0.1 s for 400,000). There is no foreign key: the former
 * release deletes main codes too.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('aliases', (t) => {
    t.integer('product_id').comment('aliases.id of the main code whose product this is; null: its own');
    t.integer('pack').notNullable().defaultTo(1).comment('bottles that one scan means; 12 for a case of 12');
  });
  await db.raw(`alter table aliases add constraint aliases_pack_check
    check (pack between 1 and 1000 and (product_id is not null or pack = 1)) not valid`);
  await db.raw('create index aliases_further on aliases (product_id, ean) where product_id is not null');
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('aliases', (t) => t.dropColumns('product_id', 'pack'));
}
