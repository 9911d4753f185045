import type { Knex } from '@ostatok/kit/node/db.ts';

/** Keys derived from a replaced SECRET_KEY, which still verify what they have signed, such as links in letters. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('retired_keys', (t) => {
    t.increments('id');
    t.text('key_id').notNullable();
    t.text('purpose').notNullable();
    t.text('key_sealed').notNullable();
    t.timestamp('retired_at').notNullable().defaultTo(db.fn.now());
    t.unique(['key_id', 'purpose']);
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('retired_keys');
}
