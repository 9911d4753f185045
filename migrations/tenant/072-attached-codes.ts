import type { Knex } from 'knex';

/** Barcodes that users have attached to items; an administrator confirms them afterwards. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('attached_codes', (t) => {
    t.uuid('id').primary().comment('the client’s own');
    t.text('ean').notNullable();
    t.integer('pack').notNullable();
    t.integer('item_id').notNullable().references('items.id');
    t.integer('user_id').notNullable().references('users.id');
    t.timestamp('at').notNullable();
    t.boolean('accepted').comment('null: nobody has decided yet');
    t.integer('decided_by').references('users.id');
    t.timestamp('decided_at');
  });
  await db.raw('create index attached_codes_waiting on attached_codes (at) where accepted is null');
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('attached_codes');
}
