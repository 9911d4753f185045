import type { Knex } from 'knex';

/** When something did not work for customers, from the beginning to the end: what the public status page shows. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('incidents', (t) => {
    t.increments('id');
    t.text('component').notNullable();
    t.text('state').notNullable();
    t.timestamp('began_at').notNullable();
    /** Since when it is no longer seen: it is over when that has lasted. */
    t.timestamp('gone_at');
    t.timestamp('ended_at').index();
  });
  await db.raw('create unique index incidents_open on incidents (component) where ended_at is null');
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('incidents');
}
