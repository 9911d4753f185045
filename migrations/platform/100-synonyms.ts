import type { Knex } from 'knex';

/** What owners call products of the catalogue, and the names that they share once an administrator approves them. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('tenant_matches', (t) => {
    t.text('tenant_id').notNullable().references('tenants.id').onDelete('CASCADE');
    t.integer('item_id').notNullable().comment('items.id of the tenant');
    t.integer('alias_id').notNullable().references('aliases.id').onDelete('CASCADE');
    t.text('name').notNullable().comment('what the tenant calls the product');
    t.text('mark').notNullable().comment('the words of the name that say something, in any order, and the volume');
    t.timestamp('at').notNullable();
    t.primary(['tenant_id', 'item_id']);
    t.index(['mark']);
    t.index(['alias_id', 'mark']);
  });
  await db.schema.createTable('alias_synonyms', (t) => {
    t.increments('id');
    t.integer('alias_id').notNullable().references('aliases.id').onDelete('CASCADE');
    t.text('name').notNullable().comment('the most frequent spelling');
    t.text('mark').notNullable();
    t.text('status').notNullable().defaultTo('pending').checkIn(['pending', 'approved', 'rejected']);
    t.integer('decided_by').references('users.id').onDelete('SET NULL');
    t.timestamp('decided_at');
    t.timestamp('created_at').notNullable();
    t.unique(['alias_id', 'mark']);
    t.index(['mark']);
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('alias_synonyms');
  await db.schema.dropTable('tenant_matches');
}
