import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('sandbox_bots', (t) => {
    t.text('channel').notNullable().defaultTo('telegram').checkIn(['telegram', 'max'], 'sandbox_bots_channel_check');
  });
}

export async function down(db: Knex): Promise<void> {
  await db('sandbox_bots').whereNot({ channel: 'telegram' }).delete();
  await db.schema.alterTable('sandbox_bots', (t) => {
    t.dropColumn('channel');
  });
}
