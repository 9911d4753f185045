import type { Knex } from 'knex';

const TABLES = ['changes', 'count_entries'];

/** A bottle may be weighed with a pourer on it, whose grams the gross weight includes. */
export async function up(db: Knex): Promise<void> {
  for (const table of TABLES) {
    await db.schema.alterTable(table, (t) => {
      t.decimal('preset_tare_g', 6, 3).comment('of what stood on the weighed bottle; null: nothing did');
    });
  }
}

export async function down(db: Knex): Promise<void> {
  for (const table of TABLES) await db.schema.alterTable(table, (t) => t.dropColumn('preset_tare_g'));
}
